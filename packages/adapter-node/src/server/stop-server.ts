// A running server → a promise of its end, in which nobody's request is lost without need.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The open connections. Node's own list cannot be read. */
export function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

interface StopOptions {
  readonly timeoutMs: number;
  /** Makes requests that wait for a dispatch end with an answer. */
  readonly abort: () => void;
}

/** The last part of the time, in which those who would be cut off get a 503 instead. */
const ANSWER_MS = 1_000;

/** Answers to requests that are still to come must say `Connection: close` by the caller's doing. */
export function stopServer(
  server: Server,
  sockets: Iterable<Socket>,
  { timeoutMs, abort }: StopOptions,
): Promise<void> {
  for (const socket of sockets) {
    const response = responseInProgress(socket);
    if (response !== undefined) response.shouldKeepAlive = false;
  }
  return new Promise((resolve) => {
    const abortTimer = setTimeout(abort, timeoutMs - Math.min(ANSWER_MS, timeoutMs / 4));
    const endTimer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(abortTimer);
      clearTimeout(endTimer);
      // Dispatches whose sender has gone, or was cut off, hold no connection and go on.
      abort();
      resolve();
    });
    // Node takes a connection that has not sent a byte for a busy one.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** The response that is being made on a connection, where Node's own refusals look. Not in its types. */
export function responseInProgress(
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}
