// Bytes on a bare socket → everything that comes back. The client that hides nothing.
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawClient {
  readonly socket: Socket;
  readonly send: (text: string | Uint8Array) => void;
  /** What has come so far. */
  readonly received: () => string;
  /** Waits until the text has come; rejects where the connection ends without it. */
  readonly until: (text: string) => Promise<string>;
  /** Waits for the end of the connection; rejects on a reset. */
  readonly ended: Promise<string>;
}

/** With `stays`, the client does not leave when the server ends its half of the connection. */
export function openRaw(
  port: number,
  { stays = false }: { readonly stays?: boolean } = {},
): RawClient {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: stays });
  socket.setEncoding("latin1");
  let text = "";
  const waiting = new Set<() => void>();
  socket.on("data", (chunk) => {
    text += String(chunk);
    for (const look of waiting) look();
  });
  const ended = new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
  // Tests that do not look at the end must not fail by it.
  ended.catch(() => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return {
    socket,
    send: (bytes) => socket.write(bytes),
    received: () => text,
    ended,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        socket.on("close", () => reject(new Error(`closed before "${wanted}": ${text}`)));
        const look = (): void => {
          if (!text.includes(wanted)) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The head of a POST request. */
export function post(
  path: string,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const lines = Object.entries({ host: "test", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}
