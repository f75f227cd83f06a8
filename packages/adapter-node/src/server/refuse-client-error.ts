// A connection whose bytes Node cannot read → an answer that arrives, then the end of the connection.
import type { Duplex } from "node:stream";
import type { IngressAnswer } from "@hookwright/core/ingress";
import {
  answerToHttp,
  BAD_REQUEST,
  HEADERS_TOO_LARGE,
  TIMED_OUT,
  TOO_LARGE,
} from "./plain-answers.ts";
import { responseInProgress } from "./response-in-progress.ts";

/** Node's codes for what is not plainly a bad request. */
const ANSWERS: ReadonlyMap<string | undefined, IngressAnswer> = new Map([
  ["HPE_HEADER_OVERFLOW", HEADERS_TOO_LARGE],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", TOO_LARGE],
  ["ERR_HTTP_REQUEST_TIMEOUT", TIMED_OUT],
]);

/** Enough for the answer to arrive; what the client still sends meanwhile is thrown away. */
const GOODBYE_MS = 2_000;

export function refuseClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
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
