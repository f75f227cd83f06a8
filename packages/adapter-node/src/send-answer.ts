// An answer → bytes on the socket, in a way that reaches a client which is still uploading.
import type { ServerResponse } from "node:http";
import { discardBody, type IngressAnswer } from "@hookwright/core/ingress";
import { createNodeSource, type NodeRequest } from "./node-request.ts";

/**
 * Sends the answer, unless somebody else has sent one. Gives `true` at once, or where part of the
 * request is still to come, a promise of it.
 */
export function sendAnswer(
  request: NodeRequest,
  response: ServerResponse,
  answer: IngressAnswer,
): true | Promise<true> {
  if (request.complete || request.isRead) return sendAtOnce(request, response, answer);
  // A small body came in the same packet; in the next turn Node will have parsed it to its end. Until
  // then it flows away: of a body in single bytes, Node would queue 4 MB for each packet that came.
  request.resume();
  return new Promise<void>((resolve) => {
    setImmediate(resolve);
  }).then(() => sendEarly(request, response, answer));
}

function sendAtOnce(request: NodeRequest, response: ServerResponse, answer: IngressAnswer): true {
  // Lets the request end and close, for whoever waits for that, a log for example.
  if (!request.readableEnded) request.resume();
  if (response.headersSent) return true;
  // What follows a body beyond its limit is not taken for a request.
  if (answer.status === TOO_LARGE) response.shouldKeepAlive = false;
  response.writeHead(answer.status, listHeaders(answer)).end(answer.body);
  return true;
}

const TOO_LARGE = 413;

/**
 * Closing a socket that holds unread bytes is a reset, and a reset destroys the answer on its way.
 * So the answer goes out complete, `response.end()` waits until the rest has been thrown away, and
 * `Connection: close` tells the client that no request can follow.
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

/** Names and values in turn: a new object for each answer would cost a tenth of a small request. */
function listHeaders({ status, headers, body }: IngressAnswer): string[] {
  // Without a length, Node sends an empty body in chunks. A 204 has neither (RFC 9110, 8.6).
  const list = status === 204 ? [] : ["content-length", String(Buffer.byteLength(body))];
  for (const name of Object.keys(headers)) list.push(name, headers[name] as string);
  return list;
}

/** The answer of a server itself, in the shape of every other error. */
export function createRefusal(status: number, code: string, error: string): IngressAnswer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify({ ok: false, error, code }) };
}

const FAILED = createRefusal(500, "internal_error", "The request could not be served.");

/** For a request that something of the integrator made fail. Where an answer has begun, it is cut off. */
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
