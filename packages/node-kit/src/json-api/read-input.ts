// The query or the body of a request → values of known kinds, or why it cannot be read.
import type { IncomingMessage } from "node:http";
import { isRecord } from "@hookwright/base";
import type { Refusal } from "./check-request.ts";

interface Values {
  readonly text: string;
  /** Of a file: empty, or as long as the body may be. */
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly limit: number;
  readonly boolean: boolean;
  readonly ids: readonly string[];
  readonly object: Readonly<Record<string, unknown>>;
}

/** A kind of value, or the words that are allowed. */
type InputRule = keyof Values | readonly string[];

/** The fields that a request may have; each may be absent. */
export interface InputRules {
  readonly [name: string]: InputRule;
}

type ValueOf<Rule> = Rule extends keyof Values
  ? Values[Rule]
  : Rule extends readonly string[]
    ? Rule[number]
    : never;

/** What is read by some rules. */
export type InputOf<Rules> = { readonly [Name in keyof Rules]?: ValueOf<Rules[Name]> };

type ReadResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** A session key may be long. Node takes URLs of up to 16 KiB. */
const MAX_TEXT_CHARACTERS = 4_000;

const MAX_LIMIT = 500;

/** As many as the queue takes runs. */
const MAX_IDS = 10_000;

/**
 * A name that is not known is refused: a filter whose name is misspelled would otherwise take everything. In a query,
 * numbers are text.
 */
export function readInput<Rules extends InputRules>(
  input: Readonly<Record<string, unknown>>,
  rules: Rules,
): ReadResult<InputOf<Rules>> {
  const read: [string, unknown][] = [];
  for (const [name, value] of Object.entries(input)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return refuse(`There is no field "${name.slice(0, 40)}" here.`, rules);
    if (!isOfKind(value, rule)) return refuse(`"${name}" is not ${describe(rule)}.`, rules);
    read.push([name, rule === "time" || rule === "limit" ? Number(value) : value]);
  }
  return { ok: true, value: Object.fromEntries(read) as InputOf<Rules> };
}

function isOfKind(value: unknown, rule: InputRule): boolean {
  if (typeof rule === "string") return TESTS[rule](value);
  return rule.some((word) => word === value);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= MAX_TEXT_CHARACTERS;
}

function isWhole(value: unknown, most: number): boolean {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,15}$/.test(text) && Number(text) <= most;
}

const TESTS: Readonly<Record<keyof Values, (value: unknown) => boolean>> = {
  text: isText,
  content: (value) => typeof value === "string",
  time: (value) => isWhole(value, Number.MAX_SAFE_INTEGER),
  limit: (value) => isWhole(value, MAX_LIMIT),
  boolean: (value) => typeof value === "boolean",
  ids: (value) => Array.isArray(value) && value.length <= MAX_IDS && value.every(isText),
  object: isRecord,
};

function describe(rule: InputRule): string {
  return typeof rule === "string" ? KINDS[rule] : `one of ${rule.join(", ")}`;
}

const KINDS: Readonly<Record<keyof Values, string>> = {
  text: `a text of 1 to ${MAX_TEXT_CHARACTERS} characters`,
  content: "a text",
  time: "a time in milliseconds since the epoch",
  limit: `a number from 0 to ${MAX_LIMIT}`,
  boolean: "true or false",
  ids: `a list of at most ${MAX_IDS} ids`,
  object: "an object",
};

function refuse(message: string, rules: InputRules): ReadResult<never> {
  const names = Object.keys(rules);
  const hint = names.length === 0 ? "It takes no fields." : `It takes ${names.join(", ")}.`;
  return { ok: false, refusal: { status: 400, code: "input_invalid", message, hint } };
}

/** Of a name that comes twice, the last value counts. */
export function readQuery({
  url = "",
}: IncomingMessage): ReadResult<Readonly<Record<string, unknown>>> {
  const [, query = ""] = url.split("?");
  return { ok: true, value: Object.fromEntries(new URLSearchParams(query)) };
}

/** 10,000 ids fit in. */
const MAX_BODY_BYTES = 512 * 1024;

/** An empty body is an object without fields. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number = MAX_BODY_BYTES,
): Promise<ReadResult<Readonly<Record<string, unknown>>>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    // The rest is read and discarded: otherwise the client would not see the answer.
    if (bytes <= maxBytes) pieces.push(piece);
  }
  if (bytes > maxBytes) return { ok: false, refusal: createTooLarge(maxBytes) };
  const text = Buffer.concat(pieces).toString("utf8");
  const value = text === "" ? {} : parse(text);
  return isRecord(value) ? { ok: true, value } : { ok: false, refusal: NO_OBJECT };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createTooLarge(maxBytes: number): Refusal {
  return {
    status: 413,
    code: "body_too_large",
    message: `The body has more than ${maxBytes} bytes.`,
  };
}

const NO_OBJECT: Refusal = {
  status: 400,
  code: "input_invalid",
  message: "The body is not a JSON object.",
};
