// A request → the bytes of its body, up to a limit.
import type { IncomingMessage } from "node:http";

export type ReadBodyResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly status: 400 | 413; readonly reason: string };

/** A notification has 300 bytes; what other publishers put beside it may be more. */
const MAX_BODY_BYTES = 1024 * 1024;

const TOO_LARGE: ReadBodyResult = { ok: false, status: 413, reason: "more than 1 MiB" };

export async function readBody(request: IncomingMessage): Promise<ReadBodyResult> {
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) return TOO_LARGE;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BODY_BYTES) return TOO_LARGE;
    }
  } catch {
    return { ok: false, status: 400, reason: "the body ended too early" };
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}
