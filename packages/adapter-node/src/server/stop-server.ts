// A running server → a promise of its end, in which nobody's request is lost without need.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { responseInProgress } from "./response-in-progress.ts";

/** The open connections. Node's own list cannot be read. */
export function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Answers to requests that are still to come must say `Connection: close` by the caller's doing. */
export function stopServer(
  server: Server,
  sockets: Iterable<Socket>,
  timeoutMs: number,
): Promise<void> {
  for (const socket of sockets) {
    const response = responseInProgress(socket);
    if (response !== undefined) response.shouldKeepAlive = false;
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    // Node takes a connection that has not sent a byte for a busy one.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
