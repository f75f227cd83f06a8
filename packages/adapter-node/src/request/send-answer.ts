// An answer → bytes on the socket, in a way that reaches a client which is still uploading.
import type { ServerResponse } from "node:http";
import { discardBody, type IngressAnswer } from "@hookwright/core/ingress";
import { createNodeSource } from "./create-node-source.ts";
import type { NodeRequest } from "./node-request.ts";

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

function sendAtOnce(
  request: NodeRequest,
  response: ServerResponse,
  { status, headers, body }: IngressAnswer,
): true {
  // Lets the request end and close, for whoever waits for that, a log for example.
  if (!request.readableEnded) request.resume();
  if (response.headersSent) return true;
  response.writeHead(status, listHeaders(headers, body)).end(body);
  return true;
}

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
  const { status, headers, body } = answer;
  response.shouldKeepAlive = false;
  response.writeHead(status, listHeaders(headers, body)).flushHeaders();
  if (body !== "") response.write(body);
  return discardBody(createNodeSource(request)).then(() => {
    response.end();
    return true;
  });
}

/** Names and values in turn: a new object for each answer would cost a tenth of a small request. */
function listHeaders(headers: IngressAnswer["headers"], body: string): string[] {
  const list = body === "" ? [] : ["content-length", String(Buffer.byteLength(body))];
  for (const name of Object.keys(headers)) list.push(name, headers[name] as string);
  return list;
}
