// The context of a partial and the named arguments that lie over it → both in one object, paid for.
import { RenderLimitError } from "../../data/budget.ts";
import type { Frame } from "./frame.ts";

/** As many as partials may stand within each other, where each is handed the context of the one around. */
const MAX_COPIES = 250;

/** Not a key: no template, no JSON and no spread sees it. */
const COPIES = Symbol("copies");

export function copyContext(
  under: unknown,
  over: readonly (readonly [string, unknown])[],
  { budget }: Frame,
): object {
  // Before it is copied: the characters of a text are keys, too, and 10 MB of them take 10 s.
  budget.spend("keys", countKeys(under) + over.length);
  return markCopies({ ...(under as object), ...Object.fromEntries(over) });
}

function countKeys(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

/** `{{> p a=this b=this}}` within `p` doubles the context each time: 50 times, and no memory holds its text. */
function markCopies(context: object): object {
  const copies = Object.values(context).reduce((sum, value) => sum + copiesIn(value), 1);
  if (copies <= MAX_COPIES) return Object.defineProperty(context, COPIES, { value: copies });
  throw new RenderLimitError(
    "the partials of the template hand on each other's contexts too often",
  );
}

function copiesIn(value: unknown): number {
  const isCopy = typeof value === "object" && value !== null && COPIES in value;
  return isCopy ? Number(value[COPIES]) : 0;
}
