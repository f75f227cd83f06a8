// An event of the author's own, or the bytes of a body → the request that carries it, before anything proves its sender.

import { visibleText } from "@hookwright/base";
import type { Proof, UnsignedRequest } from "./build-sample.ts";
import { SampleError } from "./sample-error.ts";

type Texts = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A written or recorded event. */
export interface OwnEvent {
  readonly headers: Texts;
  readonly query: Texts;
  /** The bytes as they are, or a payload that is written in its content type. */
  readonly content: { readonly bytes: Uint8Array } | { readonly payload: unknown };
}

interface OwnEventOptions {
  /** Where the event names none. */
  readonly contentType: string;
  /** They replace those of the event, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** That of the URL, without the question mark. */
  readonly query: string;
  /** What an earlier proof left in the headers goes. */
  readonly proof: Proof;
}

/**
 * Throws a `SampleError` for what cannot be sent so.
 *
 * @example
 * ```ts
 * const request = await proveRequest(writeOwnEvent(event, options), signing);
 * ```
 */
export function writeOwnEvent(event: OwnEvent, options: OwnEventOptions): UnsignedRequest {
  const sent = Object.entries(event.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(", ")] as const],
  );
  const stale = new Set([...OF_CONNECTION, ...headersOfProof(options.proof)]);
  const own = Object.fromEntries(sent.filter(([name]) => !stale.has(name)));
  const headers: Record<string, string> = {
    "content-type": options.contentType,
    ...own,
    ...options.headers,
  };
  checkHeaders(headers);
  const query = new URLSearchParams(options.query);
  for (const [name, value] of Object.entries(event.query)) {
    query.delete(name);
    for (const one of [value ?? []].flat()) query.append(name, one);
  }
  const { content } = event;
  const body =
    "bytes" in content ? content.bytes : writePayload(content.payload, headers["content-type"]);
  return { method: "POST", headers, query: query.toString(), body };
}

/** They belong to the connection on which the event came, or to the bytes that it had there. */
const OF_CONNECTION = [
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** A second signature beside the new one would be a repeated header, or the one that is looked at. */
function headersOfProof(proof: Proof): readonly string[] {
  if (proof.kind === "none") return [];
  if (proof.kind === "token") return [proof.place.header ?? "authorization"];
  const { scheme } = proof;
  if (typeof scheme === "string") return [];
  if (scheme.scheme === "jwt") return [scheme.header];
  const { header, numbered = 0 } = scheme.signature;
  const names = [header].flat();
  const all = Array.from({ length: numbered }, (_, index) =>
    names.map((name) => `${name}${index + 1}`),
  );
  return [...names, ...all.flat()];
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !/[^\t\x20-\x7e\x80-\xff]/.test(value)) continue;
    const hint =
      "Write a name of letters, digits and hyphens, and a value in Latin-1 without line feeds.";
    throw new SampleError(`The header "${visibleText(name)}" cannot be sent.`, hint);
  }
}

const NDJSON = "application/x-ndjson";

function writePayload(payload: unknown, contentType = ""): string {
  const [type = ""] = contentType.toLowerCase().split(";");
  switch (type.trim()) {
    case "application/x-www-form-urlencoded":
      return writeForm(payload);
    case "multipart/form-data": {
      const hint = "Write the body as it is sent into a file, and pass it by --body.";
      throw new SampleError("An event file cannot be sent as multipart/form-data.", hint);
    }
    case NDJSON:
      return [payload]
        .flat()
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("");
    default:
      return isText(payload) && !/\bjson\b/.test(type) ? payload.text : JSON.stringify(payload);
  }
}

/** What a hook with `body: "text"` makes of the bytes. */
function isText(payload: unknown): payload is { readonly text: string } {
  if (!isFields(payload) || Object.keys(payload).length !== 1) return false;
  return typeof payload["text"] === "string";
}

/** Only JSON in the field `payload` can have been more than fields with texts. */
function writeForm(payload: unknown): string {
  const fields = isFields(payload) ? Object.entries(payload) : [];
  const isFlat = isFields(payload) && fields.every(([, value]) => [value].flat().every(isPlain));
  if (!isFlat) return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const pairs = fields.flatMap(([name, value]) =>
    [value].flat().map((one): [name: string, value: string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
