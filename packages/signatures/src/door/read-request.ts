// A Request, or its parts → what a check reads, with the bytes of the body within a limit; or why there is none.
import type { HeaderRecord } from "@hookwright/base";
import type { AuthRequest } from "../model.ts";
import { encodeText } from "../serving/decode-key.ts";

/** The `Request` of the web, in what is read of it: the types of runtimes differ from each other. Its body is unread. */
export interface WebRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: object;
  readonly bodyUsed: boolean;
  readonly clone: () => object;
}

/** A request in parts, for frameworks without a `Request`. */
export interface RequestParts {
  /** Of any case. `Headers`, or a record whose values may be lists. */
  readonly headers: HeaderParts;
  /** As it arrived: a body that was parsed and written again has other bytes. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** With its query; a path suffices. Default: `/`. */
  readonly url?: string | undefined;
  /** Default: `POST`. */
  readonly method?: string | undefined;
}

/** The headers of a request. */
export type HeaderParts =
  | { readonly forEach: (use: (value: string, name: string) => void) => void }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why the body cannot be checked. */
export type UnreadCode = "body_too_large" | "body_lost";

/** When a request came, and how much of it is read. */
export interface ReadLimits {
  readonly maxBodyBytes: number;
  readonly receivedAt: number;
}

export async function readRequest(
  request: WebRequest | RequestParts,
  { maxBodyBytes, receivedAt }: ReadLimits,
): Promise<AuthRequest | { readonly code: UnreadCode }> {
  const body = isWebRequest(request)
    ? await readClone(request, maxBodyBytes)
    : bytesOf(request.body);
  if (typeof body === "string") return { code: body };
  if (body.length > maxBodyBytes) return { code: "body_too_large" };
  return {
    method: request.method ?? "POST",
    target: targetOf(request.url ?? "/"),
    headers: recordOf(request.headers as HeaderParts),
    body,
    receivedAt,
  };
}

function isWebRequest(request: WebRequest | RequestParts): request is WebRequest {
  return "clone" in request && typeof request.clone === "function";
}

interface Chunk {
  readonly done: boolean;
  readonly value?: Uint8Array;
}

/** What is used of a clone. */
interface OpenRequest {
  readonly body: {
    getReader(): { read(): Promise<Chunk>; cancel(): Promise<void> };
  } | null;
}

/** Of a clone, so that the caller can still read the request. A body that its sender breaks off has no bytes. */
async function readClone(request: WebRequest, maxBytes: number): Promise<Uint8Array | UnreadCode> {
  if (request.bodyUsed) return "body_lost";
  const { body } = request.clone() as OpenRequest;
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const bytes = chunk.value as Uint8Array;
      length += bytes.length;
      chunks.push(bytes);
      if (length > maxBytes) {
        reader.cancel().catch(() => undefined);
        return "body_too_large";
      }
    }
  } catch {
    return "body_lost";
  }
  return joinChunks(chunks, length);
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first = new Uint8Array()] = chunks;
  if (chunks.length < 2) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Typed as unknown, because frameworks leave a parsed object or nothing here. */
function bytesOf(body: unknown): Uint8Array | UnreadCode {
  if (typeof body === "string") return encodeText(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  // `instanceof` fails for the bytes of another realm, such as those of a test runner.
  return ArrayBuffer.isView(body) ? (body as Uint8Array) : "body_lost";
}

function targetOf(url: string): string {
  if (url.startsWith("/")) return url;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start === -1 ? "/" : url.slice(start);
}

/** A header that came twice stays a list: which of two signatures counts is not for us to guess. */
function recordOf(headers: HeaderParts): HeaderRecord {
  // No prototype, because a header may be named `__proto__`.
  const record: Record<string, string | string[]> = Object.create(null);
  const add = (value: string | readonly string[], name: string) => {
    const key = name.toLowerCase();
    const known = record[key];
    record[key] =
      known === undefined && typeof value === "string" ? value : [known ?? [], value].flat(2);
  };
  if (typeof headers.forEach === "function") {
    (headers.forEach as (use: typeof add) => void)(add);
  } else {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && typeof value !== "function") add(value, name);
    }
  }
  return record;
}
