// A host and its state folder → a socket through which the operator's commands reach the host.
import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { findOperation, type Operated, socketOf } from "./operations.ts";

/** The socket's folder, and where warnings go. */
export interface ServeOperateOptions {
  readonly stateFolder: string;
  readonly warn: (message: string) => void;
  /** How often a call that takes longer gives a sign of life, in milliseconds. Default: 1,000. */
  readonly aliveEveryMs?: number;
}

/** A socket that listens. */
export interface OperateServer {
  close(): Promise<void>;
}

/** Arguments are ids and filters. */
const MAX_BODY_BYTES = 64 * 1024;

const OWNER_ONLY = 0o600;

const ALIVE_EVERY_MS = 1_000;

const JSON_TYPE = { "content-type": "application/json" };

/**
 * Call it while the host has the store: an older socket is one of a process that is dead. The folder is
 * for its owner alone, so that no other user can reach the socket before its mode is set.
 */
export async function serveOperate(
  operate: Operated,
  { stateFolder, warn, aliveEveryMs = ALIVE_EVERY_MS }: ServeOperateOptions,
): Promise<OperateServer> {
  const socket = socketOf(stateFolder);
  if (socket === undefined) {
    warn(
      `The path of ${stateFolder} is too long for a socket: runs, events, deliveries, sessions and heartbeat work only while this host is stopped. Name a shorter folder with --state-folder.`,
    );
    return { close: async () => undefined };
  }
  const { path, isFile } = socket;
  if (isFile) await rm(path, { force: true });
  const server = createServer((request, response) => {
    // A reload may take longer than a client waits for a host that is silent: JSON may begin with blanks.
    const alive = setInterval(() => {
      if (!response.headersSent) response.writeHead(200, JSON_TYPE);
      response.write(" ");
    }, aliveEveryMs);
    answer(request, operate)
      .then(
        (result) => send(response, result),
        () => response.destroy(),
      )
      .finally(() => clearInterval(alive));
  });
  await listen(server, path);
  if (isFile) await chmod(path, OWNER_ONLY);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** `POST /runs/list` with a JSON list of arguments → `{"value": …}` or `{"error": "…"}`. */
async function answer(request: IncomingMessage, operate: Operated): Promise<Answer> {
  const [, group = "", name = ""] = (request.url ?? "").split("/");
  const operation = findOperation(operate, group, name);
  if (operation === undefined || request.method !== "POST") {
    return { status: 404, body: { error: `There is no function ${group}/${name}.` } };
  }
  const args = await readArguments(request);
  if (args === undefined) return { status: 400, body: { error: "The body is not a JSON list." } };
  try {
    return { status: 200, body: { value: (await operation(...args)) ?? null } };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const { code } = Object(error) as { readonly code?: unknown };
    return { status: 500, body: { error: text, ...(typeof code === "string" && { code }) } };
  }
}

/** JSON has no `undefined`: an omitted argument is null. */
async function readArguments(request: IncomingMessage): Promise<readonly unknown[] | undefined> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) {
    // The rest is read and discarded: otherwise the client would not see the answer.
    if (text.length <= MAX_BODY_BYTES) text += piece;
  }
  if (text.length > MAX_BODY_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map((one: unknown) => one ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  if (!response.headersSent) response.writeHead(status, JSON_TYPE);
  response.end(JSON.stringify(body));
}
