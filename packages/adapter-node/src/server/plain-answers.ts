// The answers that a server gives on its own, before or beside the hooks, in the shape of every other error.
import { STATUS_CODES } from "node:http";
import type { IngressAnswer } from "@hookwright/core/ingress";

export const NOT_FOUND: IngressAnswer = createRefusal(
  404,
  "not_found",
  "There is nothing at this path.",
);
export const BAD_REQUEST: IngressAnswer = createRefusal(
  400,
  "invalid_request",
  "The request is not valid HTTP.",
);
export const TIMED_OUT: IngressAnswer = createRefusal(
  408,
  "request_timeout",
  "The request did not arrive in time.",
);
export const TOO_LARGE: IngressAnswer = createRefusal(
  413,
  "payload_too_large",
  "The chunk extensions are too large.",
);
export const HEADERS_TOO_LARGE: IngressAnswer = createRefusal(
  431,
  "headers_too_large",
  "The headers of the request are too large.",
);

/** The answer as bytes for a bare socket, for requests that Node could not read. */
export function answerToHttp({ status, headers, body }: IngressAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
  return `${start}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}

function createRefusal(status: number, code: string, error: string): IngressAnswer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify({ ok: false, error, code }) };
}
