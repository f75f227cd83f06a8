// Plain data and the shape that it should have → every problem with it.
import type { ConfigPath, Problem } from "@hookwright/core";
import { hintNearestName } from "@hookwright/core/problems";

/** Reports what is wrong with a value. */
export type Check = (value: unknown, at: Spot) => void;

/** Where a value stands, and where problems go. */
export interface Spot {
  readonly path: ConfigPath;
  readonly problems: Problem[];
}

export function below({ path, problems }: Spot, ...steps: ConfigPath): Spot {
  return { path: [...path, ...steps], problems };
}

/** A problem without the rest that all of a test file have. */
interface ShapeProblem extends Pick<Problem, "code" | "message"> {
  readonly hint?: string | undefined;
}

export function report({ path, problems }: Spot, { hint, ...what }: ShapeProblem): void {
  problems.push({ severity: "error", path, ...what, ...(hint !== undefined && { hint }) });
}

interface ObjectShape {
  /** What the object is, for messages: `a case`. */
  readonly is: string;
  readonly keys: Readonly<Record<string, Check>>;
  readonly required?: readonly string[];
  /** What to write in place of keys that people write. */
  readonly meant?: Readonly<Record<string, string>>;
}

export function objectOf(shape: ObjectShape): Check {
  const { keys, required = [], is } = shape;
  return (value, at) => {
    if (!isRecord(value)) return reportType(at, "an object");
    for (const [key, one] of Object.entries(value)) {
      const check = Object.hasOwn(keys, key) ? keys[key] : reportKey(shape);
      check?.(one, below(at, key));
    }
    for (const key of required) {
      if (Object.hasOwn(value, key)) continue;
      report(at, { code: "missing_key", message: `"${key}" is missing in ${is}.` });
    }
  };
}

function reportKey({ keys, meant = {}, is }: ObjectShape): Check {
  return (_, at) => {
    const key = String(at.path.at(-1));
    const hint = Object.hasOwn(meant, key) ? meant[key] : hintNearestName(key, Object.keys(keys));
    const message = `"${key}" is not a known key of ${is}.`;
    report(at, { code: "unknown_key", message, hint });
  };
}

export function listOf(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return reportType(at, "a list");
    for (const [index, one] of value.entries()) check(one, below(at, index));
  };
}

/** An object with any keys. */
export function recordOf(check: Check): Check {
  return (value, at) => {
    if (!isRecord(value)) return reportType(at, "an object");
    for (const [key, one] of Object.entries(value)) check(one, below(at, key));
  };
}

/** A value that a test of types accepts; `what` says in words which ones that are. */
export function valueThat(accepts: (value: unknown) => boolean, what: string): Check {
  return (value, at) => {
    if (!accepts(value)) reportType(at, what);
  };
}

export function oneOf(values: readonly (string | number)[]): Check {
  return (value, at) => {
    if (values.includes(value as string)) return;
    const names = values.map((one) => JSON.stringify(one)).join(" or ");
    const hint = hintNearestName(String(value), values.map(String));
    report(at, { code: "invalid_value", message: `${nameOf(at)} must be ${names}.`, hint });
  };
}

export const anything: Check = () => undefined;
export const text: Check = valueThat((value) => typeof value === "string", "a text");
export const filledText: Check = valueThat(
  (value) => typeof value === "string" && value.trim() !== "",
  "a text that is not blank",
);
export const flag: Check = valueThat((value) => typeof value === "boolean", "true or false");
export const count: Check = valueThat(
  (value) => Number.isInteger(value) && Number(value) >= 0,
  "a whole number from 0",
);

function reportType(at: Spot, what: string): void {
  report(at, { code: "wrong_type", message: `${nameOf(at)} must be ${what}.` });
}

export function nameOf({ path }: Spot): string {
  const last = path.at(-1);
  if (last === undefined) return "A test file";
  return typeof last === "number" ? `Entry ${last + 1} of "${path.at(-2)}"` : `"${last}"`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
