// Arguments of helpers → the values that helpers work with.
import { keysFromPath, parsePath, readPath } from "@hookwright/base";
import type { CompilePatternResult } from "../pattern/compile-pattern.ts";
import { COST, RenderLimitError } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type {
  CallLiterals,
  HelperCall,
  LiteralArgument,
  LiteralProblem,
} from "../render/helper.ts";
import { textFromValue } from "../render/text-from-value.ts";

/** Deeper than payloads are. A payload may provide the path, which is read for each element. */
const MAX_PATH_STEPS = 32;

/** A missing or empty path reads the value itself; an invalid path reads undefined. */
export function createPathReader(path: unknown, frame: Frame): (value: unknown) => unknown {
  const text = createTextReader(frame)(path);
  if (text === "") return (value) => value;
  const names = parsePath(text);
  if (names === undefined || names.length > MAX_PATH_STEPS) return () => undefined;
  const keys = keysFromPath(names);
  return (value) => readPath(value, keys);
}

/** Any value → whether it is true in a condition. As in Handlebars, an empty list is false. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Any value → the value itself where it is a list, else an empty list. */
export function listFromValue(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** No exponents and no hexadecimals: "1e3" and "0x10" are names more often than numbers. */
const PLAIN_DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/** Accepts finite numbers, and texts with outer white space such as " -12.50 ". */
export function numberFromValue(value: unknown): number | undefined {
  const number = typeof value === "string" ? numberFromText(value.trim()) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function numberFromText(text: string): number | undefined {
  return isPlainNumber(text) ? Number(text) : undefined;
}

export function isPlainNumber(text: string): boolean {
  return PLAIN_DECIMAL.test(text);
}

/** For `prepare`: a pattern is read from the template only, never from the event. */
export function preparePattern<Compiled>(
  compile: (source: string, ignoresCase: boolean) => CompilePatternResult<Compiled>,
  createCall: (pattern: Compiled) => HelperCall,
): (literals: CallLiterals) => HelperCall | LiteralProblem {
  return ({ args: [, pattern], hash }) => {
    if (typeof pattern?.value !== "string") {
      return { problem: "takes a pattern that is written in quotation marks" };
    }
    const ignoreCase = Object.hasOwn(hash, "ignoreCase") ? hash["ignoreCase"] : { value: false };
    if (ignoreCase === undefined) {
      return { problem: "takes an ignoreCase that is written as true or false" };
    }
    const compiled = compile(pattern.value, isTruthy(ignoreCase.value));
    return compiled.ok
      ? createCall(compiled.pattern)
      : { problem: compiled.problem, hint: compiled.hint };
  };
}

/** The call has already charged the budget for a text, but not for a conversion to text. */
export function textFromArgument(value: unknown, { run: { budget } }: Frame): string {
  if (typeof value === "string") return value;
  const text = textFromValue(value, budget);
  budget.spend(text.length * COST.characters);
  return text;
}

/** For elements of lists and named arguments, for which the call has not charged the budget. */
export function createTextReader({ run: { budget } }: Frame): (value: unknown) => string {
  return (value) => {
    const text = textFromValue(value, budget);
    budget.spend(text.length * COST.characters);
    return text;
  };
}

/** An argument that is a count or an index → a whole number; a literal is checked at compile time. */
export function wholeNumberFromValue(value: unknown): number | undefined {
  const number = numberFromValue(value);
  return number === undefined ? undefined : Math.trunc(number);
}

/** For `prepare`: every argument after the first must be a whole number, of at least `least`. */
export function countsAreWhole(
  least?: number,
): (literals: CallLiterals) => LiteralProblem | undefined {
  const wanted = least === undefined ? "a whole number" : `a whole number from ${least} on`;
  return ({ args }) => {
    const wrong = args.findIndex(
      (literal, index) =>
        index > 0 && literal !== undefined && wholeNumberWithin(literal.value, least) === undefined,
    );
    return wrong === -1 ? undefined : { problem: `takes ${wanted} as argument ${wrong + 1}` };
  };
}

/** For `prepare`; `what` is a part of the sentence, such as "digits that are". */
export function checkWhole(
  literal: LiteralArgument,
  [least, most]: readonly [number, number],
  what: string,
): LiteralProblem | undefined {
  if (literal === undefined) return undefined;
  if (wholeNumberWithin(literal.value, least, most) !== undefined) return undefined;
  return { problem: `takes ${what} a whole number from ${least} to ${most}` };
}

/** Undefined if the value is not a number, has a fraction, or is out of the range. */
export function wholeNumberWithin(
  value: unknown,
  least: number = Number.NEGATIVE_INFINITY,
  most: number = Number.POSITIVE_INFINITY,
): number | undefined {
  const number = numberFromValue(value);
  const isWithin = number !== undefined && number >= least && number <= most;
  return isWithin && Number.isInteger(number) ? number : undefined;
}

/** Called before a text is built, because a short template can request one that fills memory. */
export function checkRoom(length: number, { run: { budget } }: Frame): void {
  if (length > budget.charactersLeft) throw new RenderLimitError("the rendered text is too long");
}
