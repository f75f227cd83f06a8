// The integrator's helpers → a table of them and the built-in ones; what is wrong with them is reported.
import { describeError } from "../data/describe-error.ts";
import { builtInHelpers } from "../language/helpers/index.ts";
import type { HelperTable, ValueHelper } from "../language/render/helper.ts";
import { HelperFailedError } from "../language/render/scope.ts";
import type { HelperDefinition } from "../model/helper.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import type { Report } from "../problem/report.ts";

export function compileHelpers(
  definitions: Readonly<Record<string, HelperDefinition>>,
  report: Report,
): HelperTable {
  const own = new Map<string, ValueHelper>();
  for (const [name, definition] of Object.entries(definitions)) {
    const isUsable = isDefinition(definition);
    if (!isUsable) report(notDefined(name));
    if (builtInHelpers.has(name)) report(nameTaken(name));
    // A wrong definition keeps its name: templates that call it have no problem of their own.
    own.set(name, adoptHelper(name, isUsable ? definition : UNUSABLE));
  }
  return new Map([...own, ...builtInHelpers]);
}

/** Callers of JavaScript have no types. */
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
      const value = callSafely(name, () => call(args, hash));
      if (!(value instanceof Promise)) return value;
      throw new HelperFailedError(`The helper "${name}" gave a promise; helpers answer at once`);
    },
  };
}

function callSafely(name: string, call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    throw new HelperFailedError(`The helper "${name}" threw ${describeError(error)}`);
  }
}

function notDefined(name: string): Problem {
  const message = `The helper "${name}" is not an object with "arity" and "call".`;
  return createProblem("wrong_type", ["helpers", name], message, {
    hint: "Write { arity: [least, most], call: (args, named) => value }.",
  });
}

function nameTaken(name: string): Problem {
  const message = `The helper "${name}" is built in and cannot be replaced.`;
  return createProblem("invalid_value", ["helpers", name], message, {
    hint: "Choose another name.",
  });
}
