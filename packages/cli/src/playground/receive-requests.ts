// The path of a config → its hooks on a port of this machine. Requests are answered as by serve, shown, and not dispatched.
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createHooksServer } from "@hookwright/adapter-node";
import { visibleText } from "@hookwright/base";
import type { LoadReport } from "@hookwright/config";
import type { Hooks } from "@hookwright/core";
import { createIngress, type IngressAnswer, type IngressRequest } from "@hookwright/core/ingress";
import type { HooksProblem, LiveOperations, StreamedChange } from "@hookwright/host/api";
import { envFileOf } from "../config/env-file.ts";
import { loadWithoutModules } from "../config/load-without-modules.ts";
import { DEFAULT_PORT } from "../default-port.ts";
import type { Io } from "../io.ts";
import { createLive } from "../live/create-live.ts";
import { oneAtATime } from "../one-at-a-time.ts";

interface Receiver {
  /** Where it listens: `http://127.0.0.1:18790`. */
  readonly url: string;
  /** That of the config, such as `/hooks`. Undefined while the config has errors. */
  readonly basePath: () => string | undefined;
  /** Of the config on the disk, which is read again if it has changed. */
  readonly problem: () => Promise<HooksProblem | undefined>;
  /** An event is sent as its sender would, by the config on the disk. */
  readonly live: Pick<LiveOperations["live"], "list" | "show" | "send">;
  readonly close: () => Promise<void>;
}

interface ReceiverOptions {
  readonly io: Io;
  /** Undefined: that of `serve`, or any free one if it is in use. */
  readonly port: number | undefined;
  readonly publish: (change: StreamedChange) => void;
}

const MAX_STOP_MS = 2_000;

/** Rejects with the error of the system if it cannot listen. */
export async function receiveRequests(
  config: string,
  { io, port, publish }: ReceiverOptions,
): Promise<Receiver> {
  const source = await openSource(config, io);
  const live = createLive({
    hooks: () => source.current() as Hooks,
    report: source.report,
    path: config,
    keepsEvents: true,
    io,
  });
  const ingress = live.watch(
    createIngress({
      hooks: live.hooks,
      dispatch: () => undefined,
      // An author sends the same event again after an edit, and a repeat would show nothing.
      idempotency: false,
      observer: (observed) => {
        const { record, live: id } = live.note(observed);
        publish({ kind: "request", ...record, live: id });
      },
      warn: () => undefined,
    }),
  );
  const receive = async (request: IngressRequest): Promise<IngressAnswer> => {
    await source.refresh();
    if (source.current() === undefined) return BROKEN;
    return (await ingress.receive(request)) ?? NOT_FOUND;
  };
  const listen = async (at: number) => {
    const server = createHooksServer({ ingress: { ...ingress, receive }, port: at });
    const { url } = await server.listen();
    return { url, close: () => server.close({ timeoutMs: MAX_STOP_MS }) };
  };
  // The port of `serve`: a sender or a tunnel that is set up for one reaches the other.
  const server = await (port === undefined
    ? listen(DEFAULT_PORT).catch(() => listen(0))
    : listen(port));
  return {
    url: server.url,
    basePath: () => source.current()?.settings.path,
    problem: async () => {
      await source.refresh();
      return source.problem();
    },
    live: {
      ...live.operations,
      send: async (event) => {
        await source.refresh();
        const problem = source.problem();
        if (problem === undefined) return live.operations.send(event);
        const message = "The config on the disk has errors, so nothing is sent.";
        return { ok: false, code: "config_broken", message, hint: problem.reason };
      },
    },
    close: async () => {
      await server.close();
      live.close();
    },
  };
}

/** The last version of the config without errors. A request that comes after a change of its files gets the new one. */
async function openSource(config: string, io: Io) {
  const inTurn = oneAtATime();
  const load = async () => {
    const { result } = await loadWithoutModules(config, {
      env: io.env,
      envFile: envFileOf(config, io),
    });
    return result;
  };
  let report = await load();
  let stamp = stampOf(report);
  let hooks: Hooks | undefined;
  const use = (): void => {
    if (!report.ok) return;
    const { settings } = report.hooks;
    hooks = { ...report.hooks, settings: { ...settings, enabled: true } };
  };
  use();
  return {
    report: () => report,
    current: () => hooks,
    problem: (): HooksProblem | undefined =>
      report.ok ? undefined : { refuses: hooks === undefined, reason: reasonOf(report) },
    refresh: () =>
      inTurn(async () => {
        if (stampOf(report) === stamp) return;
        report = await load();
        stamp = stampOf(report);
        use();
      }),
  };
}

function reasonOf({ problems, filename }: LoadReport): string {
  const [first] = problems.filter(({ severity }) => severity === "error");
  const { message = "It cannot be read.", position, file = filename } = first ?? {};
  const at = position === undefined ? "" : ` line ${position.line}`;
  return visibleText(`${basename(file)}${at}: ${message}`);
}

/** Of every file that the config was made from, and of the folders in which a further one would be included. */
function stampOf({
  files,
  patterns = [],
}: Awaited<ReturnType<typeof loadWithoutModules>>["result"]): string {
  return [...files, ...patterns.map((pattern) => dirname(pattern))].map(stampOfFile).join();
}

function stampOfFile(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}

const BROKEN = refusal(503, "config_broken", "The config has errors, so no request is received.");

const NOT_FOUND = refusal(404, "not_found", "There is nothing at this path.");

function refusal(status: number, code: string, error: string): IngressAnswer {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  return { status, headers, body: JSON.stringify({ ok: false, error, code }) };
}
