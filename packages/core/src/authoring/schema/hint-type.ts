// A value of a wrong type → the value that was probably meant.

const TRUE = /^(?:true|yes|y|on|1)$/i;
const FALSE = /^(?:false|no|n|off|0)$/i;

/** A number, with or without a unit of time or size. */
const QUANTITY = /^(-?\d+(?:\.\d+)?)\s*([a-z]*)$/i;

const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  secs: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  mins: 60,
  minute: 60,
  minutes: 60,
  h: 3_600,
  hour: 3_600,
  hours: 3_600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
};

const BYTES: Readonly<Record<string, number>> = {
  b: 1,
  k: 1_024,
  kb: 1_024,
  kib: 1_024,
  m: 1_048_576,
  mb: 1_048_576,
  mib: 1_048_576,
};

/** Lists of names, one of which people write alone. */
export const LISTS: ReadonlySet<string> = new Set([
  "presets",
  "include",
  "allowedAgentIds",
  "allowedSessionKeyPrefixes",
]);

/** Where the value is: `owner` is `mapping` for a mapping, else the key of the object. */
interface ValuePosition {
  readonly owner: string;
  readonly key: string;
}

/** `type` is what the schema asks for. A value of a key that can hold a secret is never repeated. */
export function hintForType(
  type: unknown,
  value: unknown,
  { owner, key }: ValuePosition,
): string | undefined {
  if (type === "boolean") return hintForBoolean(String(value));
  if (type === "integer" || type === "number") return hintForNumber(String(value), key);
  if (type === "array" && LISTS.has(key) && typeof value === "string") {
    return `Write a list: [${JSON.stringify(value)}].`;
  }
  const isText = type === "string" && (typeof value === "number" || typeof value === "boolean");
  if (!isText) return undefined;
  // A parser has rounded a longer number already.
  const isExact = typeof value === "boolean" || Number.isSafeInteger(value);
  return owner === "mapping" && isExact ? `Write "${value}", in quotes.` : "Write it in quotes.";
}

function hintForBoolean(value: string): string | undefined {
  const meant = meantBoolean(value);
  return meant === undefined ? undefined : `Write ${meant}, without quotes.`;
}

export function meantBoolean(value: string): boolean | undefined {
  if (TRUE.test(value)) return true;
  return FALSE.test(value) ? false : undefined;
}

function hintForNumber(value: string, key: string): string | undefined {
  const meant = meantNumber(value, key);
  const without = /[a-z]/i.test(value) ? "a unit" : "quotes";
  return meant === undefined ? undefined : `Write ${meant}, without ${without}.`;
}

export function meantNumber(value: string, key: string): number | undefined {
  const [, digits, written = ""] = QUANTITY.exec(value) ?? [];
  if (digits === undefined) return meantTime(value, key);
  const unit = written.toLowerCase();
  const factor = unit === "" ? 1 : factorOf(unit, key);
  return factor === undefined ? undefined : Math.round(Number(digits) * factor);
}

/** `00:01:30`, `1h30m`, `PT1M30S`; `1:30` may be hours. */
function meantTime(value: string, key: string): number | undefined {
  const clock = /^(\d{1,2}):(\d\d):(\d\d)$/.exec(value);
  const spoken = /^(?:PT)?(?=\d)(?:(\d+)h)?\s*(?:(\d+)m(?:in)?)?\s*(?:(\d+)s(?:ec)?)?$/i.exec(
    value,
  );
  const found = clock ?? spoken;
  const second = factorOf("s", key);
  if (found === null || second === undefined) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return Math.round((hours * 3_600 + minutes * 60 + seconds) * second);
}

function factorOf(unit: string, key: string): number | undefined {
  if (key.endsWith("Bytes")) return readOwnNumber(BYTES, unit);
  const seconds = unit === "ms" ? 0.001 : readOwnNumber(SECONDS, unit);
  if (seconds === undefined) return undefined;
  if (key.endsWith("Ms")) return seconds * 1_000;
  return key.endsWith("Minutes") ? seconds / 60 : seconds;
}

function readOwnNumber(table: Readonly<Record<string, number>>, unit: string): number | undefined {
  return Object.hasOwn(table, unit) ? table[unit] : undefined;
}
