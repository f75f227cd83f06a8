// An ingress → a listener for node:http that is also a middleware for Express and Connect.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { IngressAnswer, IngressRequest, Receiver } from "@hookwright/core/ingress";
import type { NodeRequest } from "./node-request.ts";
import { readBody } from "./read-body.ts";
import { failRequest, sendAnswer } from "./send-answer.ts";

/**
 * Answers a request if it is for the hooks. Resolves to `true` once the answer is sent. Where the
 * request is not for the hooks, touches nothing, calls `next` and resolves to `false`. Never throws or
 * rejects: what fails on the way, `next` included, is a 500.
 */
export type NodeHandler = (
  request: NodeRequest,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<boolean>;

/** Options of `createNodeHandler`; each has a default. */
export interface NodeHandlerOptions<Context = unknown> {
  /**
   * Who is calling, for the record and for counting failures. Behind a proxy, name the client that
   * the proxy vouches for. Asked for requests to the hooks only; where it throws, they get a 500.
   * Default: the address of the socket.
   */
  readonly remoteAddress?: (request: NodeRequest) => string | undefined;
  /** What `dispatch` gets as `context`: a tenant, a trace. Called when it is read. */
  readonly context?: (request: NodeRequest) => Context;
}

/**
 * Creates a listener for `node:http` that is also an Express and Connect middleware.
 *
 * Put it before body parsers: they have limits and errors of their own. Where one was faster, what it
 * parsed is used. On a server of your own, also write `server.on("checkContinue", handler)`: else Node
 * invites the body of a request that has not shown its token yet.
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
    // A client that closed its half has gone: Node ends the other half at once.
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
    // The answer before it has closed the connection: nobody could be answered.
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

/** Where Node keeps the response that is being made. Not in its types. */
type AnsweringSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Clients may send requests before the answer to an earlier one, and Node hands over all of them at once. The answer
 * may close the connection, after a 413 for example, and then nothing behind it may have been carried out: so each
 * waits until the connection is its own.
 */
function isItsTurn({ _httpMessage: current }: AnsweringSocket, response: ServerResponse): boolean {
  return current === undefined || current === null || current === response;
}

/** What others put around `response`, a listener for its headers for example, may throw. */
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

/** Node's note of whether the client waits for an invitation and has had it. Not in its types. */
type Inviting = ServerResponse & { readonly _expect_continue?: true; readonly _sent100?: boolean };

/** `Expect: 100-continue`: the body is invited when the gates before it are passed, not sooner. */
function inviteBody(response: Inviting): void {
  if (response._expect_continue && response._sent100 === false) response.writeContinue();
}

/** One listener for all requests of a socket: clients send many at once, and Node warns above ten. */
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
