// A config file → a server that receives webhooks until a signal stops it.
import { createHooksServer, type HooksServer } from "@hookwright/adapter-node";
import { type LiveHooks, type LoadedHooks, type LoadResult, watchHooks } from "@hookwright/config";
import { createIngress, type Dispatch } from "@hookwright/core/ingress";
import { CliError, createUsageError } from "../cli-error.ts";
import { createLoadOptions, FOR_SERVING, loadConfig } from "../config/load-config.ts";
import { createDispatch, type DispatchOptions } from "../dispatch/create-dispatch.ts";
import type { Io } from "../io.ts";
import { createEmptyTextWarning } from "../output/empty-text-warning.ts";
import { createServerLog, type ServerLog } from "../output/server-log.ts";
import { isLoopback } from "./is-loopback.ts";
import { untilSignal } from "./until-signal.ts";

export interface ServeOptions extends DispatchOptions {
  readonly config: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

export async function serve(options: ServeOptions, io: Io): Promise<number> {
  const log = createServerLog(io, options.json === true);
  const dispatch = createDispatch(options, io);
  const result = await load(options, io, log);
  // That hooks are not enabled ends the command, with an error of its own.
  const problems = result.problems.filter(({ code }) => code !== "hooks_disabled");
  log.problems({ ...result, problems }, result.ok);
  if (!result.ok) return 1;
  let stopBy: number | undefined;
  const onStop = (): void => {
    stopBy = performance.now() + MAX_STOP_MS;
    io.exitWithin(MAX_STOP_MS, 0);
    log.stopping();
  };
  try {
    return await serveHooks(result, dispatch, { options, io, log, onStop });
  } finally {
    await result.close(graceUntil(stopBy));
    if (stopBy !== undefined) io.exitWithin(MAX_OUTPUT_MS, 0);
  }
}

/** From the first signal to the end of the process. Docker kills a container after 10 s. */
const MAX_STOP_MS = 10_000;

/** Longer than forwarding takes, and shorter than the 10 s that a sender such as GitHub waits. */
const MAX_DISPATCH_MS = 9_000;

/** For requests in progress: forwarding takes at most 8 s. */
const MAX_REQUESTS_MS = 8_000;

/** For the log to reach its reader. Actions need no time here: their senders wait until each is written. */
const MAX_OUTPUT_MS = 1_000;

/** For the background work of transform modules: callbacks and file writes take less. */
const MAX_MODULES_MS = 5_000;

function graceUntil(stopBy: number | undefined): number {
  if (stopBy === undefined) return MAX_MODULES_MS;
  return Math.max(0, Math.min(MAX_MODULES_MS, stopBy - MAX_OUTPUT_MS - performance.now()));
}

/** Hooks that stay the same, or that `--watch` reloads. */
type Served = Pick<LoadedHooks | LiveHooks, "hooks" | "close">;

async function load(
  { config, watch, host }: ServeOptions,
  io: Io,
  log: ServerLog,
): Promise<LoadResult<Served>> {
  const context = { io, log, demands: { ...FOR_SERVING, isPublic: !isLoopback(host) } };
  if (watch !== true) return loadConfig(config, context);
  if (config === "-") throw createUsageError("Standard input cannot be watched.");
  return watchHooks(config, { ...createLoadOptions(context), onReload: log.reload });
}

interface ServeContext {
  readonly options: ServeOptions;
  readonly io: Io;
  readonly log: ServerLog;
  readonly onStop: () => void;
}

async function serveHooks(
  { hooks, filename }: Served & { readonly filename: string },
  dispatch: Dispatch,
  { options, io, log, onStop }: ServeContext,
): Promise<number> {
  const { settings } = typeof hooks === "function" ? hooks() : hooks;
  if (!settings.enabled) throw createDisabledError(filename);
  const warnOfEmptyText = createEmptyTextWarning(log.warning);
  const ingress = createIngress({
    hooks,
    dispatch,
    observer: (record) => {
      log.request(record);
      warnOfEmptyText(record);
    },
    warn: log.warning,
    dispatchTimeoutMs: MAX_DISPATCH_MS,
  });
  const server = createHooksServer({ ingress, host: options.host, port: options.port });
  // Listens for signals before the server listens: a program that reads the URL may stop it at once.
  const stopped = untilSignal(io.signals);
  const url = await listen(server, options);
  log.listening(`${url}${settings.path}`);
  await stopped;
  onStop();
  await server.close({ timeoutMs: MAX_REQUESTS_MS });
  return 0;
}

function createDisabledError(filename: string): CliError {
  return new CliError(`hooks.enabled is not true in ${filename}, so there is nothing to serve.`, {
    hint: 'Write "enabled": true into the block "hooks".',
  });
}

async function listen(server: HooksServer, options: ServeOptions): Promise<string> {
  try {
    return (await server.listen()).url;
  } catch (error) {
    throw createListenError((error as NodeJS.ErrnoException).code, options);
  }
}

function createListenError(code: string | undefined, { host, port }: ServeOptions): CliError {
  if (code === "EADDRINUSE") {
    const hint = "Choose another port with --port, or any free port with --port 0.";
    return new CliError(`Port ${port} of ${host} is in use by another program.`, { hint });
  }
  return new CliError(`Cannot listen on port ${port} of ${host}: the system says ${code}.`, {
    hint: "Check --host and --port.",
  });
}
