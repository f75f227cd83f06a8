// A request, and where it goes → the bytes of its HTTP/1.1 form, which `verify` reads.
import type { BuiltRequest } from "./build-sample.ts";

interface RequestAddress {
  readonly host: string;
  /** Without a query. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The bytes of a request as HTTP/1.1 sends them, head and body. */
export function writeHttpRequest(request: BuiltRequest, address: RequestAddress): Uint8Array {
  const { method, headers, query, body } = request;
  const target = query === "" ? address.path : `${address.path}?${query}`;
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${address.host}`,
    `Date: ${new Date(address.now).toUTCString()}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}
