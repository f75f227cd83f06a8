// The addresses of a server → listeners that refuse requests until this process has the store.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HostStandby } from "@hookwright/host";
import { refuseApi } from "../../admin/open-api.ts";
import { serveAdmin } from "../../admin/serve-admin.ts";
import type { Io } from "../../io.ts";
import type { ServerLog } from "../../output/server-log.ts";
import { untilSignal } from "../until-signal.ts";
import { listen } from "./serve-hooks.ts";
import type { ServeOptions } from "./served-file.ts";

interface Standby {
  readonly options: HostStandby;
  /** The wait is over: the ports are free. */
  readonly end: () => Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;

const REFUSAL = JSON.stringify({
  ok: false,
  error: "This process is a standby. Another one on the same store accepts requests.",
  code: "standby",
});

const HEALTH = {
  status: "standby",
  reasons: ["Another process has the store. This one takes over when that one ends."],
} as const;

/** For the log to reach its reader. */
const MAX_OUTPUT_MS = 500;

export async function standBy(
  { host, port, admin, adminHost: names = [], lease }: ServeOptions,
  { io, log }: { readonly io: Io; readonly log: ServerLog },
): Promise<Standby> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503, {
      "content-type": "application/json; charset=utf-8",
      "retry-after": String(RETRY_AFTER_SECONDS),
      connection: "close",
    });
    response.end(REFUSAL);
  });
  const url = await listen(() => open(server, { host, port }), { host, port });
  const pages = {
    health: async () => HEALTH,
    metrics: undefined,
    api: (_request: IncomingMessage, response: ServerResponse): void =>
      refuseApi(response, 503, { code: "standby", message: HEALTH.reasons[0] }),
  };
  const ofAdmin =
    admin &&
    (await listen(() => serveAdmin({ ...admin, names }, pages), { ...admin, option: "--admin" }));
  log.notice(`Standing by at ${url}: requests get 503 until this process has the store`);
  const controller = new AbortController();
  void untilSignal(io.signals).then(() => controller.abort());
  return {
    options: {
      signal: controller.signal,
      ...(lease !== undefined && { leaseMs: lease * 1_000 }),
      // Its turns run again in the process that has the store.
      onLost: () => io.exitWithin(MAX_OUTPUT_MS, 1),
    },
    end: async () => {
      ofAdmin?.close();
      await close(server);
    },
  };
}

function open(
  server: Server,
  { host, port }: Pick<ServeOptions, "host" | "port">,
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const { port: used } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${used}`);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
