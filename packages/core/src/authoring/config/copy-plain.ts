// Any value → a copy of plain lists and objects, each part of it read once; and the places that cannot be read.
//
// Why a copy: a getter or proxy may answer otherwise, or throw, when it is asked again. What is
// checked is what is used.

type Step = string | number;
type Steps = readonly Step[];

export interface PlainCopy {
  readonly value: unknown;
  /** Keys and indexes of the parts that threw when they were read; the copy has nothing there. */
  readonly unreadable: readonly Steps[];
  /** The places of functions, symbols and big integers, which the copy has as they are. */
  readonly foreign: readonly Steps[];
  /** What is too much of it, and where that showed; the copy is not whole then. */
  readonly excess: { readonly kind: "deep" | "large"; readonly steps: Steps } | undefined;
}

/** Far more than the deepest condition that is accepted; the validator's stack ends near 5,000. */
export const MAX_LEVELS = 500;

/** As many as 20,000 mappings have. Without a limit, objects that share parts could take hours to copy. */
export const MAX_VALUES = 500_000;

/** Copies the parts that are wanted, by their path, and does not touch the others. */
export function copyPlain(
  value: unknown,
  wants: (steps: Steps) => boolean = () => true,
): PlainCopy {
  const left = MAX_VALUES;
  const walk: Walk = { wants, left, unreadable: [], foreign: [], steps: [], excess: undefined };
  const copy = copyValue(value, walk);
  return { value: copy, unreadable: walk.unreadable, foreign: walk.foreign, excess: walk.excess };
}

interface Walk {
  readonly wants: (steps: Steps) => boolean;
  readonly unreadable: Steps[];
  readonly foreign: Steps[];
  /** The path of the value that is being copied. */
  readonly steps: Step[];
  left: number;
  excess: PlainCopy["excess"];
}

function copyValue(value: unknown, walk: Walk): unknown {
  if (typeof value !== "object" || value === null) {
    if (FOREIGN.has(typeof value)) walk.foreign.push([...walk.steps]);
    return value;
  }
  if (walk.steps.length > MAX_LEVELS) return exceed(walk, "deep");
  try {
    return Array.isArray(value) ? copyList(value, walk) : copyObject(value, walk);
  } catch {
    // A revoked proxy, or one whose traps throw: not even its keys are known.
    walk.unreadable.push([...walk.steps]);
    return undefined;
  }
}

const FOREIGN: ReadonlySet<string> = new Set(["function", "symbol", "bigint"]);

function copyList(list: readonly unknown[], walk: Walk): unknown[] {
  const copy: unknown[] = [];
  const { length } = list;
  for (let index = 0; index < length && isWithin(walk); index++) {
    walk.steps.push(index);
    copy.push(copyPart(list, index, walk));
    walk.steps.pop();
  }
  return copy;
}

function copyObject(value: object, walk: Walk): object {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (!isWithin(walk)) break;
    walk.steps.push(key);
    if (walk.wants(walk.steps)) setOwn(copy, key, copyPart(value, key, walk));
    walk.steps.pop();
  }
  return copy;
}

function copyPart(holder: object, step: Step, walk: Walk): unknown {
  try {
    return copyValue((holder as Record<Step, unknown>)[step], walk);
  } catch {
    walk.unreadable.push([...walk.steps]);
    return undefined;
  }
}

/** Assigned, `__proto__` would be no key but the prototype. */
function setOwn(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") copy[key] = value;
  else Object.defineProperty(copy, key, { value, enumerable: true });
}

function isWithin(walk: Walk): boolean {
  walk.left -= 1;
  if (walk.left < 0) exceed(walk, "large");
  return walk.excess === undefined;
}

function exceed(walk: Walk, kind: "deep" | "large"): undefined {
  walk.excess ??= { kind, steps: [...walk.steps] };
}
