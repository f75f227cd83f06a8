// An ingress → a listener for node:http, which is also a middleware for Express and Connect.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { IngressAnswer, IngressRequest, Receiver } from "@hookwright/core/ingress";
import type { NodeRequest } from "./node-request.ts";
import { readBody } from "./read-body.ts";
import { failRequest, sendAnswer } from "./send-answer.ts";

/**
 * Answers a request if it is for the hooks, and resolves to `true` once the answer is sent. Otherwise it
 * leaves the request alone, calls `next` and resolves to `false`. Never throws or rejects: any failure, also
 * in `next`, is a 500.
 */
export type NodeHandler = (
  request: NodeRequest,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<boolean>;

/** Options of `createNodeHandler`; each has a default. */
export interface NodeHandlerOptions<Context = unknown> {
  /**
   * The address of the client, for the record and for counting failures. Behind a proxy, return the client
   * that the proxy reports. Called only for requests to the hooks; if it throws, they get a 500. Default: the
   * address of the socket.
   */
  readonly remoteAddress?: (request: NodeRequest) => string | undefined;
  /** What `dispatch` gets as `context`: a tenant, a trace. Called when `dispatch` reads it. */
  readonly context?: (request: NodeRequest) => Context;
}

/**
 * Creates a listener for `node:http` that is also an Express and Connect middleware.
 *
 * Put it before body parsers, which have their own limits and errors. If a parser ran first, its result is
 * used. On your own server, also write `server.on("checkContinue", handler)`: otherwise Node asks for the
 * body before the token is checked.
 *
 * @example
 * ```ts
 * const handler = createNodeHandler(ingress);
 * createServer(async (request, response) => {
 *   if (await handler(request, response)) return;
 *   response.writeHead(404).end();
 * });
 * ```
 */
export function createNodeHandler<Context>(
  ingress: Receiver<Context>,
  options: NodeHandlerOptions<Context> = {},
): NodeHandler {
  const { remoteAddress = ({ socket }) => socket.remoteAddress, context } = options;
  const onClose = createCloseNotices();
  const read = (request: NodeRequest, response: ServerResponse): IngressRequest<Context> => ({
    method: request.method as string,
    target: request.originalUrl ?? (request.url as string),
    headers: () => request.headers,
    remoteAddress: () => remoteAddress(request),
    context: () => context?.(request),
    readBody: (limits) => {
      inviteBody(response);
      return readBody(request, limits);
    },
    // A client that closed its half has disconnected: Node ends the other half at once.
    isGone: () => request.socket.writable === false,
    onGone: (listener) => onClose(request.socket, listener),
  });
  const handle: NodeHandler = (request, response, next) => {
    try {
      const answer = ingress.receive(read(request, response));
      if (answer !== undefined) return send(request, response, answer);
      next?.();
      return Promise.resolve(false);
    } catch {
      return Promise.resolve(failRequest(response));
    }
  };
  return (request, response, next) => {
    // A previous answer has closed the connection, so this request cannot be answered.
    if (request.socket.writableEnded) return Promise.resolve(true);
    if (isItsTurn(request.socket, response)) return handle(request, response, next);
    return new Promise((resolve) => {
      const leave = onClose(request.socket, () => resolve(true));
      response.once("socket", () => {
        leave();
        resolve(handle(request, response, next));
      });
    });
  };
}

/** The field in which Node keeps the current response. Not in its types. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * With pipelining, Node passes several requests of a connection on at once. An answer may close the
 * connection, for example a 413, and then later requests must not have been processed. So each request waits
 * for its turn.
 */
function isItsTurn({ _httpMessage: current }: AnsweringSocket, response: ServerResponse): boolean {
  return current === undefined || current === null || current === response;
}

/** Code that others attach to `response`, for example a header listener, may throw. */
async function send(
  request: NodeRequest,
  response: ServerResponse,
  answer: Promise<IngressAnswer>,
): Promise<true> {
  try {
    const sent = sendAnswer(request, response, await answer);
    return sent === true ? sent : await sent;
  } catch {
    return failRequest(response);
  }
}

/**
 * Node's fields for `100 Continue`: whether the client waits for it, and whether it was sent. Not in its
 * types.
 */
type Inviting = ServerResponse & { readonly _expect_continue?: true; readonly _sent100?: boolean };

/** Sends `100 Continue` only after the gates that need no body. */
function inviteBody(response: Inviting): void {
  if (response._expect_continue && response._sent100 === false) response.writeContinue();
}

/** One listener for all requests of a socket: clients may pipeline many, and Node warns about more than ten. */
export function createCloseNotices(): (socket: Socket, listener: () => void) => () => void {
  const bySocket = new WeakMap<Socket, Set<() => void>>();
  const listenersOf = (socket: Socket): Set<() => void> => {
    const known = bySocket.get(socket);
    if (known !== undefined) return known;
    const listeners = new Set<() => void>();
    bySocket.set(socket, listeners);
    socket.once("close", () => {
      for (const listener of listeners) listener();
    });
    return listeners;
  };
  return (socket, listener) => {
    const listeners = listenersOf(socket);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}
