// An object of a config → its values one by one, with a problem for each that is not of its kind.
import { isRecord } from "@hookwright/base";
import { type ConfigCode, type ConfigPath, configPathToText, type Problem } from "@hookwright/core";

export type Report = (problem: Problem) => void;

interface NumberRule {
  readonly min: number;
  readonly max?: number;
  readonly integer?: boolean;
}

interface ProblemText {
  readonly message: string;
  readonly hint: string;
}

/** Reads own keys of one object. What is absent or not usable is undefined. */
export interface ValueReader {
  readonly path: ConfigPath;
  has(key: string): boolean;
  text(key: string): string | undefined;
  number(key: string, rule: NumberRule): number | undefined;
  choice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined;
  /** Milliseconds. */
  duration(key: string): number | undefined;
  /** An IANA name. */
  timeZone(key: string): string | undefined;
  object(key: string): Readonly<Record<string, unknown>> | undefined;
  isRecord(key: string): boolean;
  isList(key: string): boolean;
  /** Empty where there is none. */
  list(key: string): readonly unknown[];
  /** A reader of an object, empty where there is none. */
  inner(key: string): ValueReader;
  report(key: string, code: ConfigCode, extras: ProblemText): void;
  warn(key: string, code: ConfigCode, extras: ProblemText): void;
}

export function createValueReader(
  values: Readonly<Record<string, unknown>>,
  path: ConfigPath,
  report: Report,
): ValueReader {
  // Programs that write configs put null for a key that has no value.
  const own = (key: string): unknown =>
    Object.hasOwn(values, key) ? (values[key] ?? undefined) : undefined;
  const tell: ValueReader["report"] = (key, code, { message, hint }) => {
    report({ code, severity: "error", path: [...path, key], message, hint });
  };
  const nameOf = (key: string): string => configPathToText([...path, key]);
  const wrongType = (key: string, wanted: string, hint: string): undefined => {
    tell(key, "wrong_type", { message: `${nameOf(key)} must be ${wanted}.`, hint });
    return undefined;
  };
  const invalid = (key: string, message: string, hint: string): undefined => {
    tell(key, "invalid_value", { message: `${nameOf(key)} ${message}.`, hint });
    return undefined;
  };

  const reader: ValueReader = {
    path,
    report: tell,
    warn: (key, code, extras) => {
      report({ code, severity: "warning", path: [...path, key], ...extras });
    },
    has: (key) => own(key) !== undefined,
    text: (key) => {
      const value = own(key);
      if (value === undefined) return undefined;
      if (typeof value !== "string") return wrongType(key, "a text", "Write it in quotes.");
      const text = value.trim();
      return text === "" ? invalid(key, "is blank", "Write a value, or remove the key.") : text;
    },
    number: (key, { min, max = Number.MAX_SAFE_INTEGER, integer = false }) => {
      const value = own(key);
      if (value === undefined) return undefined;
      const hint = `Write a ${integer ? "whole " : ""}number ${rangeOf(min, max)}, without quotes.`;
      if (typeof value !== "number") return wrongType(key, "a number", hint);
      const isUsable = value >= min && value <= max && (!integer || Number.isInteger(value));
      return isUsable ? value : invalid(key, `is ${value}, which is not accepted`, hint);
    },
    choice: (key, choices) => {
      const text = reader.text(key);
      if (text === undefined) return undefined;
      const choice = choices.find((one) => one === text);
      const hint = `Write one of: ${choices.join(", ")}.`;
      return choice ?? invalid(key, "is not one of its values", hint);
    },
    duration: (key) => {
      const text = reader.text(key);
      if (text === undefined) return undefined;
      const hint = 'Write a time such as "30m", "1h30m" or "0m".';
      return parseDuration(text) ?? invalid(key, "is not a time", hint);
    },
    timeZone: (key) => {
      const text = reader.text(key);
      if (text === undefined) return undefined;
      const hint = 'Write a name such as "Europe/Vienna" or "UTC".';
      return canonicalZone(text) ?? invalid(key, "is not a time zone", hint);
    },
    object: (key) => {
      const value = own(key);
      if (value === undefined) return undefined;
      if (isRecord(value)) return value;
      return wrongType(key, "an object", `Write ${key}: { … }.`);
    },
    isRecord: (key) => isRecord(own(key)),
    isList: (key) => Array.isArray(own(key)),
    list: (key) => {
      const value = own(key);
      if (value === undefined || Array.isArray(value)) return value ?? [];
      return wrongType(key, "a list", `Write ${key}: [ … ].`) ?? [];
    },
    inner: (key) => createValueReader(reader.object(key) ?? {}, [...path, key], report),
  };
  return reader;
}

function rangeOf(min: number, max: number): string {
  return max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
}

/** In the usual case. `Asia/Kolkata` stays what it is, although the data calls it by an older name. */
function canonicalZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/;

const PIECE = /(\d+(?:\.\d+)?)(ms|[smhd])/g;

const MINUTES = /^\d+(?:\.\d+)?$/;

/** A number without a unit counts minutes, as in the gateway. Undefined for other texts. */
export function parseDuration(text: string): number | undefined {
  const compact = text.toLowerCase().replace(/\s+/g, "");
  if (MINUTES.test(compact)) return checked(Number(compact) * 60_000);
  if (!DURATION.test(compact)) return undefined;
  let total = 0;
  for (const [, amount, unit = ""] of compact.matchAll(PIECE)) {
    total += Number(amount) * (UNITS.get(unit) ?? 0);
  }
  return checked(total);
}

/** Times beyond this are no times. */
const MAX_DURATION_MS: number = 10 * 365 * 86_400_000;

function checked(ms: number): number | undefined {
  return ms <= MAX_DURATION_MS ? Math.round(ms) : undefined;
}
