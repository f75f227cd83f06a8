// A config file → a server that receives webhooks until a signal stops it.

import type { LoadReport, LoadResult } from "@hookwright/config/runtime";
import type { MailboxSupervisor } from "@hookwright/gmail";
import type { ReloadAnswer } from "@hookwright/host";
import { createUsageError } from "../cli-error.ts";
import { currentOf } from "../config/current-hooks.ts";
import { createDispatch } from "../dispatch/create-dispatch.ts";
import type { HostConfig, HostedReport, HostParts } from "../host/host-config.ts";
import { createHostModules, type HostModules } from "../host/host-modules.ts";
import type { RunningHost } from "../host/start-host.ts";
import { stateFolderOf } from "../host/state-folder.ts";
import type { Io } from "../io.ts";
import { type Reload, reloadToLines } from "../output/reload-to-lines.ts";
import { createServerLog, type ServerLog } from "../output/server-log.ts";
import { createStyle } from "../output/style.ts";
import { FOR_MAIL, requirePackages } from "../require-packages.ts";
import { loadServedPlan } from "./serve/load-served-plan.ts";
import { type Served, type ServeHooksOptions, serveHooks } from "./serve/serve-hooks.ts";
import {
  isPlanText,
  readServedText,
  type ServedFile,
  type ServeOptions,
} from "./serve/served-file.ts";
import { standBy } from "./serve/stand-by.ts";

export async function serve(options: ServeOptions, io: Io): Promise<number> {
  const log = createServerLog(io, options.json === true);
  const dispatch = createDispatch(options, io);
  const isHosted = dispatch === undefined;
  refuseLoneOptions(options, isHosted);
  if (usesHostPackage(options, isHosted)) await requirePackages(["@hookwright/host"]);
  const reloads = createReloads(log);
  const { result, isPlan } = await load(options, { io, log, reloads, isHosted });
  const modules = createHostModules({ runs: true, log });
  const read = (report: HostedReport): Promise<HostConfig> =>
    readHost(report, options, { io, log, modules });
  const found = isHosted && result.ok ? await read(result) : undefined;
  // That hooks are not enabled ends the command, with an error of its own.
  const problems = [...result.problems, ...(found?.problems ?? [])].filter(
    ({ code }) => code !== "hooks_disabled",
  );
  const isUsable = result.ok && (!isHosted || found?.parts !== undefined);
  log.problems({ ...result, problems }, isUsable);
  if (found?.own !== undefined) log.problems(found.own, isUsable);
  if (!result.ok) return 1;
  let stopBy: number | undefined;
  const hosted = found?.parts;
  const maxStopMs = MAX_STOP_MS + (hosted === undefined ? 0 : stopMsOf(hosted));
  const onStop = (): void => {
    stopBy = performance.now() + maxStopMs;
    io.exitWithin(maxStopMs, 0);
    log.stopping(hosted === undefined ? STOPPING : describeStop(hosted));
  };
  reloads.result = result;
  reloads.latest = result;
  const stopListening = onHangUp(io, () => void reloads.reload());
  try {
    if (!isUsable) return 1;
    const mail = await createMail(result, options, { io, log });
    const start = { result, read, options, io, log, reloads };
    const carriedOutBy =
      dispatch === undefined ? await startHost(found as HostConfig, start) : { dispatch };
    // A standby was stopped.
    if (carriedOutBy === undefined) return 0;
    const { mail: _isWanted, ...rest } = options;
    const serving: ServeHooksOptions = {
      ...{ ...rest, isPlan, io, log, carriedOutBy, onStop },
      report: () => reloads.latest ?? result,
      onReload: (listener) => {
        reloads.onSettled = listener;
      },
      ...(mail !== undefined && { mail }),
    };
    await serveHooks(result, serving);
    return 0;
  } finally {
    stopListening();
    await Promise.all([result.close(graceUntil(stopBy)), modules.close(graceUntil(stopBy))]);
    if (stopBy !== undefined) io.exitWithin(MAX_OUTPUT_MS, 0);
  }
}

/** It also has the API of the admin port. */
function usesHostPackage({ studio = false }: ServeOptions, isHosted: boolean): boolean {
  return isHosted || studio;
}

/** From the first signal to the end of the process. Docker kills a container after 10 s. */
const MAX_STOP_MS = 10_000;

/** After the time of running turns: for turns that ignore their signal. */
const ABORTED_TURNS_MS = 10_000;

/** For the log to reach its reader. Actions need no time here: their senders wait until each is written. */
const MAX_OUTPUT_MS = 1_000;

/** For the background work of transform modules: callbacks and file writes take less. */
const MAX_MODULES_MS = 5_000;

const STOPPING = "Stopping; requests in progress are answered first.";

function stopMsOf({ settings }: HostParts): number {
  return settings.stopGraceMs + ABORTED_TURNS_MS;
}

function describeStop({ settings }: HostParts): string {
  const seconds = Math.round(settings.stopGraceMs / 1_000);
  return `Stopping; running turns have ${seconds} s. A second signal ends at once; the next start goes on.`;
}

function graceUntil(stopBy: number | undefined): number {
  if (stopBy === undefined) return MAX_MODULES_MS;
  return Math.max(0, Math.min(MAX_MODULES_MS, stopBy - MAX_OUTPUT_MS - performance.now()));
}

/** Of the API of a host, or of --studio. */
const API_OPTIONS = [
  ["adminPublic", "--admin-public"],
  ["adminTokenFile", "--admin-token-file"],
  ["adminWrite", "--admin-write"],
] as const;

const ADMIN_OPTIONS = [
  ["adminHost", "--admin-host"],
  ["studio", "--studio"],
  ...API_OPTIONS,
] as const;

/** Refuses options that need another one. */
function refuseLoneOptions(options: ServeOptions, isHosted: boolean): void {
  const { hostConfig, stateFolder, mail, admin } = options;
  const ofAdmin = ADMIN_OPTIONS.find(([name]) => options[name] !== undefined);
  if (ofAdmin !== undefined && admin === undefined) {
    throw createUsageError(`${ofAdmin[1]} requires --admin.`, "Add --admin PORT.");
  }
  if (options.studioEvents === true && options.studio !== true) {
    throw createUsageError("--studio-events requires --studio.", "Add --studio.");
  }
  if (options.lease !== undefined && options.standby !== true) {
    throw createUsageError("--lease is an option of a standby.", "Add --standby.");
  }
  if (isHosted) return;
  if (options.standby === true) {
    throw createUsageError("--standby is an option of a host.", "Add --dispatch host.");
  }
  const ofApi = API_OPTIONS.find(([name]) => options[name] !== undefined);
  if (ofApi !== undefined && options.studio !== true) {
    const hint = "Add --dispatch host, or --studio for requests alone.";
    throw createUsageError(`${ofApi[1]} is an option of a host.`, hint);
  }
  const isStateUsed = stateFolder === undefined || mail === true;
  if (hostConfig === undefined && isStateUsed) return;
  const option = hostConfig === undefined ? "--state-folder" : "--host-config";
  throw createUsageError(`${option} is an option of a host.`, "Add --dispatch host.");
}

/** Reloads config, modules and secrets: after a change of a file, SIGHUP, or `hookwright reload`. */
interface Reloads {
  /** The config in use; it is set when it is loaded. */
  result?: LoadResult<Served>;
  /** What the load of the hooks in use reported. */
  latest?: LoadReport;
  /** Runs after new hooks are in use: reloads a started host. False: the host keeps its settings. */
  afterLoad: (result: Reload) => Promise<boolean>;
  /** Is called after each load, whatever caused it. */
  readonly onReload: (result: Reload) => void;
  /** Runs when all of a reload is done: whether everything of the new config is in use. */
  onSettled: (ok: boolean) => void;
  readonly reload: () => Promise<ReloadAnswer>;
}

function createReloads(log: ServerLog): Reloads {
  // One after the other: an earlier reload must not win over a later one.
  let settled: Promise<boolean> = Promise.resolve(true);
  const plain = createStyle(false);
  const reloads: Reloads = {
    afterLoad: () => Promise.resolve(true),
    onSettled: () => undefined,
    onReload: (result) => {
      log.reload(result);
      if (!result.ok) {
        reloads.onSettled(false);
        return;
      }
      reloads.latest = result;
      settled = settled
        .then(() => reloads.afterLoad(result))
        .catch((error) => {
          log.warning(String(error));
          return false;
        });
      void settled.then((ok) => reloads.onSettled(ok));
    },
    reload: async () => {
      const { result: live } = reloads;
      if (live?.ok !== true || !("reload" in live)) {
        log.warning(NOT_READ_AGAIN);
        return { ok: false, lines: [NOT_READ_AGAIN] };
      }
      const result = await live.reload();
      const isHostReloaded = await settled;
      const lines = reloadToLines(result, plain);
      if (!result.ok || isHostReloaded) return { ok: result.ok, lines };
      return { ok: false, lines: [...lines, HOST_NOT_RELOADED] };
    },
  };
  return reloads;
}

const NOT_READ_AGAIN =
  "Not reloaded: the config came from standard input, which cannot be read again. Restart the server.";

const HOST_NOT_RELOADED =
  "The previous settings of the host stay in use: its log names the problems.";

/** A terminal that closes also sends the signal: the server continues, and reads its config. Windows ends it anyway. */
function onHangUp({ signals }: Io, listener: () => void): () => void {
  signals.on("SIGHUP", listener);
  return () => signals.off("SIGHUP", listener);
}

type LoadParts = Omit<ServedFile, "options" | "text" | "onReload"> & { readonly reloads: Reloads };

/** A plan is served without importing what reads configs. */
async function load(
  options: ServeOptions,
  { reloads, ...parts }: LoadParts,
): Promise<{ readonly result: LoadResult<Served>; readonly isPlan: boolean }> {
  const { config, watch } = options;
  if (config === "-" && watch === true) throw createUsageError("Standard input cannot be watched.");
  const text = await readServedText(config, parts.io);
  const file = { ...parts, options, text, onReload: reloads.onReload };
  if (isPlanText(text)) return { result: await loadServedPlan(file), isPlan: true };
  const { loadServed } = await import("./serve/load-served.ts");
  return { result: await loadServed(file), isPlan: false };
}

/** Imported only for --mail. */
async function createMail(
  report: LoadReport,
  { mail, config, stateFolder }: ServeOptions,
  { io, log }: { readonly io: Io; readonly log: ServerLog },
): Promise<MailboxSupervisor | undefined> {
  if (mail !== true) return undefined;
  await requirePackages(FOR_MAIL);
  const { createMailServer } = await import("./gmail/serve-mail.ts");
  const folder = stateFolderOf(stateFolder, io);
  return createMailServer({ report, config, stateFolder: folder, io, log });
}

async function readHost(
  result: HostedReport,
  options: ServeOptions,
  { io, log, modules }: { readonly io: Io; readonly log: ServerLog; readonly modules: HostModules },
): Promise<HostConfig> {
  const { readHostConfig } = await import("../host/host-config.ts");
  const { hostConfig } = options;
  return readHostConfig(result, {
    hostConfig,
    stateFolder: stateFolderOf(options.stateFolder, io),
    io,
    modules,
    warn: log.warning,
  });
}

interface StartContext {
  readonly read: (report: HostedReport) => Promise<HostConfig>;
  readonly result: LoadReport & Pick<Served, "hooks">;
  readonly options: ServeOptions;
  readonly io: Io;
  readonly log: ServerLog;
  readonly reloads: Reloads;
}

async function startHost(
  found: HostConfig,
  { result: first, read, options, io, log, reloads }: StartContext,
): Promise<{ readonly host: RunningHost } | undefined> {
  const { openHost } = await import("../host/start-host.ts");
  const stateFolder = stateFolderOf(options.stateFolder, io);
  const { reload } = reloads;
  let reloaded: Reload | undefined;
  reloads.afterLoad = async (result) => {
    reloaded = result;
    return true;
  };
  const standby = options.standby === true ? await standBy(options, { io, log }) : undefined;
  const host = { stateFolder, log, reload, standby: standby?.options };
  const running = await openHost(found.parts as HostParts, host).finally(() => standby?.end());
  if (running === undefined) return undefined;
  const watchFiles = (files: readonly string[]): void => {
    const { result } = reloads;
    if (result?.ok === true && "watchAlso" in result) result.watchAlso(files);
  };
  /** Before the first event. A stored route may be sufficient. */
  const warnOfRecipients = async (
    { checkRecipients }: HostConfig,
    result: StartContext["result"],
  ): Promise<void> => {
    const hooks = currentOf(result.hooks);
    const { problems, own } = await checkRecipients(hooks, await running.host.routes.list());
    log.problems({ ...result, problems }, true);
    if (own !== undefined) log.problems(own, true);
  };
  let current = found;
  watchFiles(found.files);
  await warnOfRecipients(found, first);
  reloads.afterLoad = async (result) => {
    const changed = await read(result);
    const { parts: next, problems, own } = changed;
    watchFiles(changed.files);
    if (problems.length > 0) log.problems({ ...result, problems }, next !== undefined);
    if (own !== undefined) log.problems(own, next !== undefined);
    if (next === undefined) {
      log.warning("The previous settings of the host stay in use.");
      return false;
    }
    await running.host.reload(next);
    // Calls in progress end with the module that they began with.
    void current.close();
    current = changed;
    if (result.ok) await warnOfRecipients(changed, result);
    return true;
  };
  // The config was changed while this process stood by.
  if (reloaded !== undefined) await reloads.afterLoad(reloaded);
  return { host: running };
}
