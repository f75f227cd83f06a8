// A connection whose bytes Node cannot read → an answer that arrives, then the end of the connection.
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { IngressAnswer } from "@hookwright/core/ingress";
import { createRefusal } from "../request/send-answer.ts";
import { responseInProgress } from "./stop-server.ts";

const NO_TUNNEL = createRefusal(405, "method_not_allowed", "This server opens no tunnels.");
const BAD_REQUEST = createRefusal(400, "invalid_request", "The request is not valid HTTP.");
const TIMED_OUT = createRefusal(408, "request_timeout", "The request did not arrive in time.");
const TOO_LARGE = createRefusal(413, "payload_too_large", "The chunk extensions are too large.");
const TOO_MANY = createRefusal(431, "headers_too_large", "The headers are too large.");

/** Node's codes for what is not plainly a bad request, and one for CONNECT, which Node closes unanswered. */
const ANSWERS: ReadonlyMap<string | undefined, IngressAnswer> = new Map([
  ["CONNECT", { ...NO_TUNNEL, headers: { ...NO_TUNNEL.headers, allow: "POST" } }],
  ["HPE_HEADER_OVERFLOW", TOO_MANY],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", TOO_LARGE],
  ["ERR_HTTP_REQUEST_TIMEOUT", TIMED_OUT],
]);

/** Enough for the answer to arrive; what the client still sends meanwhile is thrown away. */
const GOODBYE_MS = 2_000;

export function refuseClientError(error: { readonly code?: string }, socket: Duplex): void {
  // Gone, or refused before: each further packet of rubbish is an error of its own.
  if (!socket.writable) return;
  const current = responseInProgress(socket);
  if (current !== undefined && (current.headersSent || current.req.complete)) {
    // The rubbish follows a good request: its own answer goes out, and nothing else does.
    current.shouldKeepAlive = false;
    return;
  }
  socket.end(answerToHttp(ANSWERS.get(error.code) ?? BAD_REQUEST));
  const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** The answer as bytes for a bare socket, for requests that Node could not read. */
function answerToHttp({ status, headers, body }: IngressAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
  return `${start}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}
