// The integrator's helpers → a table of them and the built-in ones, and the problems of wrong ones.
import { describeError, isPromiseLike } from "@hookwright/base";
import {
  type HelperDefinition,
  HelperFailedError,
  type HelperTable,
  type ValueHelper,
} from "../render/helper.ts";
import { builtInHelpers } from "./index.ts";

/** A problem of a helper's definition. */
export interface HelperProblem {
  readonly code: "wrong_type" | "invalid_value";
  readonly helper: string;
  readonly message: string;
  readonly hint: string;
}

interface AdoptedHelpers {
  readonly helpers: HelperTable;
  readonly problems: readonly HelperProblem[];
}

/**
 * Definitions of helpers by name → a table of them and the built-in ones, and what is wrong with
 * the definitions.
 */
export function adoptHelpers(
  definitions: Readonly<Record<string, HelperDefinition>>,
): AdoptedHelpers {
  const own = new Map<string, ValueHelper>();
  const problems: HelperProblem[] = [];
  for (const [name, definition] of Object.entries(definitions)) {
    const isUsable = isDefinition(definition);
    if (!isUsable) problems.push(notDefined(name));
    if (builtInHelpers.has(name)) problems.push(nameTaken(name));
    // A wrong definition keeps its name, so that templates that call it are not reported, too.
    own.set(name, adoptHelper(name, isUsable ? definition : UNUSABLE));
  }
  return { helpers: new Map([...own, ...builtInHelpers]), problems };
}

/** Checked at run time, because callers in JavaScript have no types. */
function isDefinition(definition: unknown): boolean {
  if (typeof definition !== "object" || definition === null) return false;
  const { arity, call } = definition as Partial<HelperDefinition>;
  if (typeof call !== "function" || !Array.isArray(arity) || arity.length !== 2) return false;
  const [least, most] = arity as readonly unknown[];
  return isCount(least) && (isCount(most) || most === Number.POSITIVE_INFINITY) && least <= most;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

const UNUSABLE: HelperDefinition = { arity: [0, Number.POSITIVE_INFINITY], call: () => "" };

function adoptHelper(name: string, { arity, call }: HelperDefinition): ValueHelper {
  return {
    kind: "value",
    name,
    arity,
    call(args, hash) {
      const value = callSafely(name, () => {
        const result = call(args, hash);
        if (!isPromiseLike(result)) return { result };
        ignoreRejection(result);
        return undefined;
      });
      if (value !== undefined) return value.result;
      throw new HelperFailedError(
        `The helper "${name}" returned a promise; helpers must return a value`,
      );
    },
  };
}

/** The event fails in any case; an unhandled rejection would also end the process. */
function ignoreRejection(result: PromiseLike<unknown>): void {
  if (result instanceof Promise) result.catch(() => undefined);
}

function callSafely<Value>(name: string, call: () => Value): Value {
  try {
    return call();
  } catch (error) {
    throw new HelperFailedError(`The helper "${name}" threw ${describeError(error)}`);
  }
}

function notDefined(helper: string): HelperProblem {
  const message = `The helper "${helper}" is not an object with "arity" and "call".`;
  const hint = "Write { arity: [least, most], call: (args, named) => value }.";
  return { code: "wrong_type", helper, message, hint };
}

function nameTaken(helper: string): HelperProblem {
  const message = `The helper "${helper}" is built in and cannot be replaced.`;
  return { code: "invalid_value", helper, message, hint: "Choose another name." };
}
