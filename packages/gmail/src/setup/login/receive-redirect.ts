// A state → a server on this machine that waits for the browser to come back from the consent page, once.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseRedirect, type RedirectResult } from "./parse-redirect.ts";

export interface RedirectServer {
  /** `http://127.0.0.1:41234`, which Google allows for desktop clients whatever the port. */
  readonly url: string;
  readonly port: number;
  /** The first answer that belongs to this login. */
  readonly answer: Promise<RedirectResult>;
  readonly close: () => void;
}

export interface RedirectServerOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly state: string;
}

/** Rejects with the system's error where the port cannot be had. */
export async function receiveRedirect({
  port,
  state,
}: RedirectServerOptions): Promise<RedirectServer> {
  let answer: (result: RedirectResult) => void = () => undefined;
  const promise = new Promise<RedirectResult>((resolve) => {
    answer = resolve;
  });
  let isAnswered = false;
  const server = createServer((request, response) => {
    const result = parseRedirect(request.url ?? "", state);
    const isAnswer =
      !isAnswered && request.method === "GET" && (result.ok || result.why === "denied");
    const status = isAnswer ? 200 : 404;
    response.writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      // The address holds the code: no other page shall learn it.
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      connection: "close",
    });
    response.end(isAnswer ? PAGES[result.ok ? "granted" : "denied"] : "Nothing is here.\n");
    if (!isAnswer) return;
    isAnswered = true;
    answer(result);
  });
  await listen(server, port);
  const { port: used } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeIdleConnections();
  };
  return { url: `http://127.0.0.1:${used}`, port: used, answer: promise, close };
}

const PAGES = {
  granted: "You are logged in. Close this page and go back to the terminal.\n",
  denied: "Nothing was allowed. Close this page; the terminal says what to do.\n",
};

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}
