// Requests of a socket → each is told when the socket closes, by one listener for all of them.
import type { Socket } from "node:net";

export type OnClose = (socket: Socket, listener: () => void) => () => void;

/** A client may send many requests at once on one socket; Node warns of more than ten listeners. */
export function createCloseNotices(): OnClose {
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
