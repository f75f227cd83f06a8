// A request of node:http, or what else `verify` takes → its result, with Node's cryptography.
import type { IncomingMessage } from "node:http";
import {
  type RequestParts,
  readRequest,
  type UnreadCode,
  type WebRequest,
} from "../door/read-request.ts";
import type { WebhookSender } from "../door/sender.ts";
import { type VerifyOptions, type VerifyResult, verifyRead } from "../door/verify.ts";
import { createNodeCrypto } from "./create-node-crypto.ts";

const nodeCrypto = createNodeCrypto();

/**
 * Does what `verify` of `@hookwright/signatures` does, with `node:crypto`, and takes a request of `node:http` or of a
 * framework on it. Reads its body, which is then in the result; or takes the bytes that a framework has left in
 * `rawBody` or `body`. Of a body that was parsed, the bytes are lost: the result says so.
 *
 * @example
 * ```ts
 * const sender = github({ secret });
 * createServer(async (request, response) => {
 *   const result = await verify(request, sender);
 *   response.writeHead(result.ok ? 204 : result.status).end();
 * });
 * ```
 */
export function verify(
  request: IncomingMessage | WebRequest | RequestParts,
  sender: WebhookSender,
  options: VerifyOptions = {},
): Promise<VerifyResult> {
  return verifyRead(sender, { crypto: nodeCrypto, ...options }, async (limits) => {
    if (!isIncoming(request)) return readRequest(request, limits);
    const body = await readBody(request, limits.maxBodyBytes);
    return typeof body === "string" ? { code: body } : readRequest(partsOf(request, body), limits);
  });
}

/** What frameworks add. */
interface Incoming extends IncomingMessage {
  readonly rawBody?: unknown;
  readonly body?: unknown;
  readonly originalUrl?: string;
}

function isIncoming(
  request: IncomingMessage | WebRequest | RequestParts,
): request is IncomingMessage {
  return "rawHeaders" in request && "socket" in request;
}

/** Headers are read as they came: in `headers`, a signature that was sent twice is one text. */
function partsOf(request: Incoming, body: Uint8Array): RequestParts {
  const { rawHeaders, method, url, originalUrl = url } = request;
  const forEach = (use: (value: string, name: string) => void) => {
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      use(rawHeaders[at + 1] as string, rawHeaders[at] as string);
    }
  };
  return { headers: { forEach }, body, method, url: originalUrl };
}

async function readBody(request: Incoming, maxBytes: number): Promise<Uint8Array | UnreadCode> {
  for (const left of [request.rawBody, request.body]) {
    if (typeof left === "string") return Buffer.from(left);
    if (left instanceof Uint8Array) return left;
  }
  // Some parsers leave an empty object where they have read nothing.
  return request.readableDidRead ? "body_lost" : collect(request, maxBytes);
}

/** Pauses at the limit, so that the answer can still be sent: Node discards the rest after it. */
function collect(request: Incoming, maxBytes: number): Promise<Uint8Array | UnreadCode> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const finish = (result: Uint8Array | UnreadCode) => {
      request.off("data", add).off("end", end).off("error", lose).off("close", lose);
      resolve(result);
    };
    const add = (chunk: Uint8Array) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      request.pause();
      finish("body_too_large");
    };
    const end = () => finish(Buffer.concat(chunks));
    const lose = () => finish("body_lost");
    request.on("data", add).on("end", end).on("error", lose).on("close", lose);
  });
}
