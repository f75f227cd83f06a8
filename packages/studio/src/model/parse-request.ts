// A pasted curl command, raw request, event file or payload → the texts of the event pane. Nothing is sent or evaluated.
import type { EventText } from "./event-text.ts";

type ParseRequestResult =
  | { readonly ok: true; readonly event: EventText }
  | { readonly ok: false; readonly message: string };

const UNREADABLE =
  "Paste a curl command, a raw HTTP request (POST /hooks/github …), an event file or a JSON payload.";

/** `path` is the name of the hook for texts that have none, such as a payload alone. */
export function parseRequest(text: string, path: string): ParseRequestResult {
  const trimmed = text.trim();
  if (/^(?:\$ )?curl\s/.test(trimmed)) return parseCurl(trimmed, path);
  if (/^[A-Z]+ \S+(?: HTTP\/[\d.]+)?\r?\n/.test(trimmed)) return parseRaw(trimmed, path);
  return parseJsonText(trimmed, path);
}

function parseJsonText(text: string, path: string): ParseRequestResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: UNREADABLE };
  }
  if (isEventFile(value)) {
    const { path: name, headers = {}, query = {}, payload } = value;
    return { ok: true, event: eventOf({ path: name, headers, query, body: indent(payload) }) };
  }
  return { ok: true, event: eventOf({ path, headers: {}, query: {}, body: indent(value) }) };
}

interface EventFile {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

function isEventFile(value: unknown): value is EventFile {
  return (
    typeof value === "object" &&
    value !== null &&
    "payload" in value &&
    typeof (value as { path?: unknown }).path === "string"
  );
}

function parseRaw(text: string, path: string): ParseRequestResult {
  const [head = "", ...rest] = text.split(/\r?\n\r?\n/);
  const [first = "", ...lines] = head.split(/\r?\n/);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    if (at > 0) headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim();
  }
  const target = first.split(" ")[1] ?? "/";
  return {
    ok: true,
    event: eventOf({ ...ofTarget(target, path), headers, body: rest.join("\n\n") }),
  };
}

/** What a curl command says, as far as it has been read. */
interface Curl {
  target: string;
  readonly headers: Record<string, string>;
  readonly bodies: string[];
}

function parseCurl(text: string, path: string): ParseRequestResult {
  const words = splitWords(text.replace(/^\$ /, ""));
  if (words === undefined) return { ok: false, message: "The curl command has an open quote." };
  const curl: Curl = { target: "", headers: {}, bodies: [] };
  for (let at = 1; at < words.length; at += 1) {
    const [name, attached] = splitOption(words[at] ?? "");
    if (!name.startsWith("-")) curl.target ||= name;
    else if (attached !== undefined) readOption(name, attached, curl);
    else if (HAS_VALUE.test(name)) {
      at += 1;
      readOption(name, words[at] ?? "", curl);
    }
  }
  const { target, headers, bodies } = curl;
  if (bodies.some((body) => body.startsWith("@"))) {
    return { ok: false, message: "The command reads its body from a file: paste the body itself." };
  }
  return {
    ok: true,
    event: eventOf({ ...ofTarget(target, path), headers, body: bodies.join("&") }),
  };
}

const DATA = /^(?:-d|--data(?:-raw|-binary|-ascii)?|--json)$/;

/** Options of curl with a value; those that do not matter here are read over. */
const HAS_VALUE =
  /^(?:-[HXdouAemxb]|--(?:header|request|data(?:-raw|-binary|-ascii)?|json|url|output|user|max-time|user-agent|referer|connect-timeout|retry|proxy|cacert|cookie))$/;

function readOption(name: string, value: string, curl: Curl): void {
  if (name === "-H" || name === "--header") {
    const colon = value.indexOf(":");
    if (colon > 0)
      curl.headers[value.slice(0, colon).toLowerCase()] = value.slice(colon + 1).trim();
  } else if (DATA.test(name)) {
    if (name === "--json") curl.headers["content-type"] ??= "application/json";
    curl.bodies.push(value);
  } else if (name === "--url") curl.target = value;
}

/** `-HName: value` and `--data=value` have their value attached. */
function splitOption(word: string): readonly [name: string, value?: string] {
  const [, name, value] =
    /^(--[\w-]+)=([\s\S]*)$/.exec(word) ?? /^(-[HXdo])([\s\S]+)$/.exec(word) ?? [];
  return name === undefined || value === undefined ? [word] : [name, value];
}

/** Pieces of a word of a POSIX shell: two kinds of quotes, $'…', an escaped character, and ordinary ones. */
const PIECE = /'([^']*)'|\$'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|\\\r?\n|\\(.)|([^\s'"\\]+)/gs;

const WORDS = /(?:'[^']*'|\$'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\\\r?\n|\\.|[^\s'"\\])+/gs;

/** Words as a POSIX shell splits them; undefined for an open quote. */
function splitWords(text: string): readonly string[] | undefined {
  if (/['"]/.test(text.replaceAll(WORDS, ""))) return undefined;
  return [...text.matchAll(WORDS)]
    .map(([word]) =>
      word.replaceAll(
        PIECE,
        (_, single, escaped, double, one, plain) =>
          single ??
          (escaped && unescapeText(escaped)) ??
          double?.replaceAll(/\\([\\"$`])/g, "$1") ??
          one ??
          plain ??
          "",
      ),
    )
    .filter((word) => word !== "");
}

const ESCAPES = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function unescapeText(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, unit: string) => ESCAPES.get(unit) ?? unit);
}

/** `https://host/hooks/github?x=1` → the name of the hook and its query. */
function ofTarget(
  target: string,
  path: string,
): { readonly path: string; readonly query: Readonly<Record<string, string>> } {
  const url = URL.canParse(target, "http://host") ? new URL(target, "http://host") : undefined;
  const name = (url?.pathname ?? "").replace(/^\/(?:hooks\/)?|\/$/g, "");
  return { path: name === "" ? path : name, query: Object.fromEntries(url?.searchParams ?? []) };
}

interface RequestParts {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

function eventOf({ path, headers, query, body }: RequestParts): EventText {
  const type = headers["content-type"] ?? headers["Content-Type"] ?? "";
  return {
    path,
    headers: lines(": ", headers),
    query: lines("=", query),
    payload: /^application\/x-www-form-urlencoded/i.test(type) ? fromForm(body) : pretty(body),
  };
}

function lines(separator: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}${separator}${value}`)
    .join("\n");
}

/** A form of one field `payload` has JSON in it, as GitHub and Slack send it. */
function fromForm(body: string): string {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const { payload } = fields;
  return payload !== undefined && /^\s*\{/.test(payload) ? pretty(payload) : indent(fields);
}

/** Numbers beyond 2^53 would change: such a text stays as it is. */
function pretty(body: string): string {
  if (/\d{16}/.test(body)) return body;
  try {
    return indent(JSON.parse(body));
  } catch {
    return body;
  }
}

function indent(value: unknown): string {
  return JSON.stringify(value, undefined, 2) ?? "";
}
