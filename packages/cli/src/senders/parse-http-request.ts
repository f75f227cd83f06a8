// The bytes of a captured HTTP/1.1 request → its head, and its body exactly as it is; or what is wrong with it.
import { createUsageError } from "../cli-error.ts";

export interface CapturedRequest {
  readonly method: string;
  readonly target: string;
  /** Lower-case names; a list where a header came several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
  /** How the lines of the head end. */
  readonly lineEnds: "CRLF" | "LF" | "mixed";
  /** Whether a blank line ends the head. */
  readonly hasBlankLine: boolean;
}

const LF = 10;
const REQUEST_LINE = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/;

/** No message repeats the file, which may hold a token. */
export function parseHttpRequest(bytes: Uint8Array): CapturedRequest {
  const { lines, end, isBlankEnd } = readHead(bytes);
  const [first = "", ...rest] = lines.map(({ text }) => text);
  const [, method, target] = REQUEST_LINE.exec(first) ?? [];
  if (method === undefined || target === undefined) {
    const hint = "It begins with a line such as: POST /hooks/github HTTP/1.1";
    throw createUsageError("The file is no HTTP request: its first line is none.", hint);
  }
  return {
    method,
    target: target.replace(/^https?:\/\/[^/?]*/i, "") || "/",
    headers: parseHeaders(rest),
    body: bytes.subarray(end),
    lineEnds: lineEndsOf(lines),
    hasBlankLine: isBlankEnd,
  };
}

interface HeadLine {
  readonly text: string;
  readonly isCrlf: boolean;
}

interface Head {
  readonly lines: readonly HeadLine[];
  /** Where the body begins. */
  readonly end: number;
  readonly isBlankEnd: boolean;
}

/** A head is Latin-1, as servers read it. */
function readHead(bytes: Uint8Array): Head {
  const lines: HeadLine[] = [];
  let at = 0;
  while (at < bytes.length) {
    const found = bytes.indexOf(LF, at);
    const end = found === -1 ? bytes.length : found;
    const line = Buffer.from(bytes.subarray(at, end)).toString("latin1");
    const isCrlf = line.endsWith("\r");
    const text = isCrlf ? line.slice(0, -1) : line;
    at = found === -1 ? end : found + 1;
    if (text === "") return { lines, end: at, isBlankEnd: true };
    lines.push({ text, isCrlf });
  }
  return { lines, end: at, isBlankEnd: false };
}

function lineEndsOf(lines: readonly HeadLine[]): CapturedRequest["lineEnds"] {
  if (lines.every(({ isCrlf }) => isCrlf)) return "CRLF";
  return lines.some(({ isCrlf }) => isCrlf) ? "mixed" : "LF";
}

function parseHeaders(lines: readonly string[]): CapturedRequest["headers"] {
  const headers = new Map<string, string[]>();
  for (const [index, line] of lines.entries()) {
    const [, name, value = ""] = HEADER.exec(line) ?? [];
    if (name === undefined) {
      const hint = "Headers are written name: value, one a line; an empty line ends them.";
      throw createUsageError(`Line ${index + 2} of the file is no header.`, hint);
    }
    const key = name.toLowerCase();
    const known = headers.get(key);
    if (known === undefined) headers.set(key, [value]);
    else known.push(value);
  }
  const entries = [...headers].map(
    ([name, values]) => [name, values.length === 1 ? (values[0] as string) : values] as const,
  );
  return Object.fromEntries(entries);
}
