// An answer → bytes on the socket, so that they reach even a client that is still uploading.
import type { ServerResponse } from "node:http";
import { discardBody, type IngressAnswer } from "@hookwright/core/ingress";
import { createNodeSource, type NodeRequest } from "./node-request.ts";

/**
 * Sends the answer, unless something else has already sent one. Returns `true`, or a promise of it if part of
 * the request is still to come.
 */
export function sendAnswer(
  request: NodeRequest,
  response: ServerResponse,
  answer: IngressAnswer,
): true | Promise<true> {
  if (request.complete || request.isRead) return sendAtOnce(request, response, answer);
  // A small body came in the same packet, and Node parses it by the next turn. Until then it is discarded: if
  // it came in single bytes, Node would queue 4 MB for each packet.
  request.resume();
  return new Promise<void>((resolve) => {
    setImmediate(resolve);
  }).then(() => sendEarly(request, response, answer));
}

function sendAtOnce(request: NodeRequest, response: ServerResponse, answer: IngressAnswer): true {
  // Lets the request end and close, for code that waits for that, for example a log.
  if (!request.readableEnded) request.resume();
  if (response.headersSent) return true;
  // Bytes after a body that exceeds its limit are not parsed as a request.
  if (answer.status === TOO_LARGE) response.shouldKeepAlive = false;
  response.writeHead(answer.status, listHeaders(answer)).end(answer.body);
  return true;
}

const TOO_LARGE = 413;

/**
 * Closing a socket with unread bytes resets it, and a reset discards an answer that is still being sent. So
 * the whole answer is written, `response.end()` waits until the rest of the request has been discarded, and
 * `Connection: close` tells the client to send no further request.
 */
function sendEarly(
  request: NodeRequest,
  response: ServerResponse,
  answer: IngressAnswer,
): true | Promise<true> {
  if (request.complete || response.headersSent || response.destroyed) {
    return sendAtOnce(request, response, answer);
  }
  response.shouldKeepAlive = false;
  response.writeHead(answer.status, listHeaders(answer)).flushHeaders();
  if (answer.body !== "") response.write(answer.body);
  return discardBody(createNodeSource(request)).then(() => {
    response.end();
    return true;
  });
}

/** A flat list of names and values: an object for each answer would take 10 % of a small request. */
function listHeaders({ status, headers, body }: IngressAnswer): string[] {
  // Without a length, Node sends an empty body in chunks. A 204 has neither (RFC 9110, 8.6).
  const list = status === 204 ? [] : ["content-length", String(Buffer.byteLength(body))];
  for (const name of Object.keys(headers)) list.push(name, headers[name] as string);
  return list;
}

/** A refusal by the server itself, in the shape of every other error. */
export function createRefusal(status: number, code: string, error: string): IngressAnswer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify({ ok: false, error, code }) };
}

const FAILED = createRefusal(500, "internal_error", "The request could not be served.");

/** For a request that the integrator's code made fail. An answer that has begun is cut off. */
export function failRequest(response: ServerResponse): true {
  try {
    // Part of the request may be unread.
    response.shouldKeepAlive = false;
    if (response.headersSent) response.destroy();
    else response.writeHead(500, listHeaders(FAILED)).end(FAILED.body);
  } catch {
    response.destroy();
  }
  return true;
}
