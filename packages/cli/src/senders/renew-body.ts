// The body of an event that was sent before → a body that no receiver recognizes as a repeat.
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { jsonFromText, parsePath, readPath } from "@hookwright/base";

interface RenewOptions {
  /** In the payload: where the delivery has its id, and what the `dedupeKey` of the mapping reads. */
  readonly paths: readonly string[];
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Ids get a new value of the same kind. Events without an id are recognized by the bytes of the body, so these change
 * where no reader looks: blanks after JSON, escapes in a form, text after the last part. Other bodies are unchanged.
 */
export function renewBody(
  body: string | Uint8Array,
  { paths, headers = {} }: RenewOptions,
): string | Uint8Array {
  if (headers["content-encoding"] === "gzip") {
    const { "content-encoding": _, ...plain } = headers;
    return gzipSync(renewBody(gunzipSync(body), { paths, headers: plain }));
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const type = headers["content-type"] ?? "";
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return renewForm(text, paths);
  if (/^multipart\//i.test(type)) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    return Buffer.concat([bytes, Buffer.from(`\r\n${randomUUID()}\r\n`)]);
  }
  const payload = jsonFromText(text);
  if (typeof payload !== "object" || payload === null) return body;
  return renewJson(text, payload, paths) + randomBlanks();
}

/** Edits the text, so that digits and order stay; every occurrence of an id is replaced. */
function renewJson(text: string, payload: unknown, paths: readonly string[]): string {
  const ids = new Set(paths.flatMap((path) => valuesAt(payload, path)));
  return [...ids].reduce(renewId, text);
}

/** `.*.` collects the values of all elements of a list. */
function valuesAt(payload: unknown, path: string): readonly unknown[] {
  const steps = parsePath(path);
  const value = steps && readPath(payload, steps);
  if (value !== undefined) return [value];
  const [list, rest] = path.split(/\.\*\.(.*)/s);
  if (list === undefined || rest === undefined) return [];
  const elements = list === "" ? payload : valuesAt(payload, list)[0];
  return [elements ?? []].flat().flatMap((element) => valuesAt(element, rest));
}

function renewId(text: string, id: unknown): string {
  if (typeof id === "string" && id !== "") {
    return text.replaceAll(JSON.stringify(id), JSON.stringify(renewText(id)));
  }
  if (typeof id !== "number") return text;
  return text.replaceAll(new RegExp(`(?<=[:\\[,]\\s*)${id}(?=\\s*[,\\]}])`, "g"), () =>
    String(randomInt(10 ** 11, 10 ** 12)),
  );
}

function renewText(id: string): string {
  if (/^\d+$/.test(id)) return String(randomInt(10 ** 11, 10 ** 12));
  const [prefix = ""] = /^(?:[A-Za-z]+_)*/.exec(id) ?? [];
  return `${prefix}${prefix === "" ? randomUUID() : randomBytes(12).toString("hex")}`;
}

/** A field that holds the payload as JSON is renewed as JSON. */
function renewForm(text: string, paths: readonly string[]): string {
  const fields = new URLSearchParams(text);
  const pairs = [...fields].map(([name, value]) => {
    const payload = jsonFromText(value);
    if (typeof payload === "object" && payload !== null) {
      return [name, renewJson(value, payload, paths) + randomBlanks()] as const;
    }
    return [name, paths.includes(name) && value !== "" ? renewText(value) : value] as const;
  });
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${escapeSome(value)}`).join("&");
}

/** A letter and its escape are the same to every reader of forms. */
function escapeSome(value: string): string {
  return encodeURIComponent(value).replaceAll(/%[\dA-F]{2}|[A-Za-z0-9]/g, (char) =>
    char.length > 1 || randomInt(2) === 0
      ? char
      : `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const BLANKS = [" ", "\n"];

function randomBlanks(): string {
  return Array.from(randomBytes(32), (byte) => BLANKS[byte % 2]).join("");
}
