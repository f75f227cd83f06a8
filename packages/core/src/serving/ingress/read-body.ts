// What is declared and what was read of a body → the body, or 413, 408, 499, 503.

import { type HeaderRecord, readHeader } from "@hookwright/base";
import { createRefusal } from "../../base/index.ts";
import {
  CLIENT_CLOSED,
  type Gate,
  type GateRefusal,
  OVERLOADED,
  refuse,
  tooLarge,
} from "./answer.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

export type ReadableBody = Extract<BodyRead, { kind: "bytes" | "parsed" }>;

export function checkDeclaredLength(headers: HeaderRecord, limits: BodyLimits): Gate {
  const declared = Number(readHeader(headers, "content-length") ?? 0);
  return declared > limits.maxBytes ? tooLarge(limits) : undefined;
}

/** Whoever has read the body, and whatever is left of it: the limit is the same. */
export function checkBody(
  body: BodyRead,
  limits: BodyLimits,
  options: WalkOptions = {},
): ReadableBody | GateRefusal {
  switch (body.kind) {
    case "bytes":
      return body.bytes.length > limits.maxBytes ? tooLarge(limits) : body;
    case "parsed":
      return isJsonLongerThan(body.value, limits.maxBytes, options) ? tooLarge(limits) : body;
    case "no-length":
      return NO_LENGTH;
    case "too-large":
      return tooLarge(limits);
    case "timeout":
      return timedOut(limits);
    case "overloaded":
      return OVERLOADED;
    case "gone":
      return CLIENT_CLOSED;
  }
}

/**
 * For HTTP such a request has no body, and its bytes follow as another request: an empty event would be taken for
 * what the sender meant (RFC 9112, 6.3).
 */
const NO_LENGTH = refuse(
  createRefusal(
    "length_required",
    "The request has a Content-Type and no Content-Length: send the length of the body.",
    {
      detail:
        "The sender announces a body by its Content-Type, and says neither Content-Length nor Transfer-Encoding, so that none can be read.",
    },
  ),
  { connection: "close" },
);

function timedOut({ timeoutMs }: BodyLimits): GateRefusal {
  return refuse(
    createRefusal("request_timeout", `The body did not arrive within ${timeoutMs} ms.`),
  );
}

export interface WalkOptions {
  /** Gets each number on the way. */
  readonly onNumber?: (number: number) => void;
}

/**
 * Stands in for the length of a body of which only the parsed value is left. It counts the shortest
 * spelling, so that no body within the limit is refused: spaces, escapes that JSON does not need and
 * the zeros of `1000000` (`1e6`) do not count. It stops at the limit, keeps its own stack because
 * values may be nested deeper than the call stack is, and ends on cycles, because each level counts.
 */
export function isJsonLongerThan(
  value: unknown,
  maxBytes: number,
  { onNumber }: WalkOptions = {},
): boolean {
  const pending: unknown[] = [value];
  let left = maxBytes;
  while (pending.length > 0 && left >= 0) {
    const part = pending.pop();
    if (typeof part === "object" && part !== null) left = openContainer(part, left, pending);
    else left -= scalarBytes(part, left);
    if (typeof part === "number") onNumber?.(part);
  }
  return left < 0;
}

/** Counts brackets, commas and keys; the parts go to `pending`, unless their number alone is too large. */
function openContainer(container: object, left: number, pending: unknown[]): number {
  if (ArrayBuffer.isView(container)) return left - container.byteLength;
  if (Array.isArray(container)) {
    const rest = left - separatorBytes(container.length);
    if (container.length <= rest) for (const part of container) pending.push(part);
    return container.length <= rest ? rest : -1;
  }
  const keys = Object.keys(container);
  let rest = left - separatorBytes(keys.length);
  for (const key of keys) {
    rest -= textBytes(key, rest) + 1;
    if (rest < 0) return rest;
    pending.push((container as Readonly<Record<string, unknown>>)[key]);
  }
  return rest;
}

/** Two brackets, and a comma between parts. */
function separatorBytes(parts: number): number {
  return 2 + Math.max(0, parts - 1);
}

function scalarBytes(scalar: unknown, left: number): number {
  if (typeof scalar === "string") return textBytes(scalar, left);
  if (typeof scalar === "number") return numberBytes(scalar);
  // `null` and `true` are four bytes. So is what no JSON parser makes: templates show nothing of it.
  return scalar === false ? 5 : 4;
}

/** JSON needs the digits that tell this number from its neighbours, and the sign. */
function numberBytes(number: number): number {
  const [digits = ""] = String(number).replace(/[-.]/g, "").split("e");
  return Math.max(1, digits.replace(/^0+|0+$/g, "").length) + (number < 0 ? 1 : 0);
}

/** In UTF-8 with both quotes. A text of more characters than bytes are left is not walked through. */
function textBytes(text: string, left: number): number {
  let bytes = 2;
  if (text.length > left) return bytes + text.length;
  for (let at = 0; at < text.length; at++) bytes += unitBytes(text.charCodeAt(at));
  return bytes;
}

/** Control characters that JSON writes as `\b`, `\t`, `\n`, `\f` and `\r`; the others take six bytes. */
const SHORT_ESCAPES = new Set([8, 9, 10, 12, 13]);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function unitBytes(unit: number): number {
  if (unit < 0x20) return SHORT_ESCAPES.has(unit) ? 2 : 6;
  if (unit < 0x80) return unit === QUOTE || unit === BACKSLASH ? 2 : 1;
  // A pair of surrogates is four bytes.
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}
