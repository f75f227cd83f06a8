// Loaded hooks and a dispatch → servers that listen until a signal stops them.

import { createHooksServer } from "@hookwright/adapter-node";
import type { LiveHooks, LoadedHooks, LoadReport } from "@hookwright/config/runtime";
import { createIngress, type Dispatch, type RequestRecord } from "@hookwright/core/ingress";
import { problemToText, type RuntimeHooks } from "@hookwright/core/runtime";
import type { MailboxSupervisor } from "@hookwright/gmail";
import type { Health } from "@hookwright/host";
import { type AdminApi, type ApiParts, openApi } from "../../admin/open-api.ts";
import { createRefusedEvents, type RefusedEvents } from "../../admin/refused-events.ts";
import {
  loadMetrics,
  NO_METRICS,
  type ServerMetrics,
  serveAdmin,
} from "../../admin/serve-admin.ts";
import type { PagesAddress, PagesServer } from "../../admin/serve-pages.ts";
import { CliError } from "../../cli-error.ts";
import { currentOf } from "../../config/current-hooks.ts";
import { noteServer } from "../../host/running-server.ts";
import type { RunningHost } from "../../host/start-host.ts";
import { STDIN_NAME } from "../../input/read-input.ts";
import type { Io } from "../../io.ts";
import type { LiveServer } from "../../live/create-live.ts";
import { listHooks } from "../../output/describe-hooks.ts";
import type { ServerLog } from "../../output/server-log.ts";
import { readPages } from "../../read-pages.ts";
import { untilSignal } from "../until-signal.ts";
import type { OpenStore } from "./open-redis-store.ts";

/** Hooks that stay the same, or that are reloaded. */
export type Served =
  | Pick<LoadedHooks<RuntimeHooks>, "hooks" | "close">
  | Pick<LiveHooks<RuntimeHooks>, "hooks" | "close" | "reload" | "watchAlso">;

export interface ServeHooksOptions {
  /** Whether the file is a plan, and not a config. */
  readonly isPlan: boolean;
  readonly host: string;
  readonly port: number;
  /** Of the operator's server. */
  readonly admin?: PagesAddress;
  /** Names by which that server is reached, beside its addresses. */
  readonly adminHost?: readonly string[];
  /** Whether the API is served where other machines can reach it. */
  readonly adminPublic?: boolean;
  readonly adminTokenFile?: string;
  readonly adminWrite?: boolean;
  /** Shows requests live. */
  readonly studio?: boolean;
  readonly studioEvents?: boolean;
  /** The path of the config, or `-`. */
  readonly config: string;
  /** What the load of the hooks in use reported. */
  readonly report: () => LoadReport;
  readonly json?: boolean;
  /** The environment variable with the URL of the Redis that remembers events. */
  readonly redisUrlEnv?: string;
  readonly io: Io;
  readonly log: ServerLog;
  /** The mailbox that is also watched. */
  readonly mail?: MailboxSupervisor;
  /** What `--dispatch` says. */
  readonly dispatch: string;
  readonly carriedOutBy: { readonly dispatch: Dispatch } | { readonly host: RunningHost };
  readonly onStop: () => void;
  /** Calls the listener after each reload: whether the new config is in use. */
  readonly onReload: (listener: (ok: boolean) => void) => void;
}

/** Longer than forwarding takes, and shorter than the 10 s that a sender such as GitHub waits. */
const MAX_DISPATCH_MS = 9_000;

/** For requests in progress: forwarding takes at most 8 s. */
const MAX_REQUESTS_MS = 8_000;

export async function serveHooks(
  { hooks, filename }: Served & { readonly filename: string },
  options: ServeHooksOptions,
): Promise<void> {
  const { io, log, carriedOutBy, onStop } = options;
  const { settings } = currentOf(hooks);
  if (!settings.enabled) throw createDisabledError(filename);
  const running = "host" in carriedOutBy ? carriedOutBy.host : undefined;
  // Before the first request, so that every one is counted.
  const metrics = options.admin === undefined ? undefined : await loadMetrics(running?.host);
  if (metrics?.ofHost !== undefined) running?.observe(metrics.ofHost);
  const live = await startLive(hooks, options);
  let hooksUrl: string | undefined;
  const api = await createApi(
    filename,
    { ...options, hooksUrl: () => hooksUrl },
    { running, live },
  );
  const warnOfEmptyText = createEmptyTextWarning(log.warning);
  const remembered = await openStore(filename, options);
  const refused = createRefusedEvents();
  const hintAtVerify = createVerifyHint(log.notice, filename);
  const created = createIngress({
    hooks: live?.hooks ?? hooks,
    ...(remembered !== undefined && { idempotency: remembered.store }),
    dispatch: "host" in carriedOutBy ? carriedOutBy.host.host.dispatch : carriedOutBy.dispatch,
    ...(running !== undefined && { completion: running.host.completion }),
    observer: (observed) => {
      const noted = live?.note(observed);
      const record = noted?.record ?? observed;
      log.request(record);
      warnOfEmptyText(record);
      hintAtVerify(record);
      running?.host.noteRequest(record);
      refused.observe(record);
      metrics?.observer(record);
      api?.publish({ kind: "request", ...record, ...(noted && { live: noted.live }) });
    },
    warn: (message) => {
      if (!isOfConfig(message, hooks)) log.warning(message);
    },
    dispatchTimeoutMs: MAX_DISPATCH_MS,
  });
  const ingress = live?.watch(created) ?? created;
  metrics?.watch(ingress);
  const server = createHooksServer({ ingress, host: options.host, port: options.port });
  // Listens for signals before the server listens: a program that reads the URL may stop it at once.
  const stopped = untilSignal(io.signals);
  const { url } = await listen(server.listen, options);
  hooksUrl = url;
  const admin = await startAdmin(options, { hooks, running, metrics, refused, api });
  let forget = (): void => undefined;
  try {
    await api?.writeToken();
    await running?.start();
    const file = filename === STDIN_NAME ? "-" : filename;
    forget = noteServer({ file, isPlan: options.isPlan }, url, io);
    log.listening({
      url: `${url}${settings.path}`,
      basePath: settings.path,
      hooks: listHooks(currentOf(hooks)),
      dispatch: options.dispatch,
    });
    if (!("host" in carriedOutBy)) warnOfUnjoined(currentOf(hooks), log.warning);
    if (admin !== undefined) {
      log.notice(`Its state is at ${admin.url}/healthz`);
      log.notice(metrics === undefined ? NO_METRICS : `Its metrics are at ${admin.url}/metrics`);
      api?.announce(admin.url);
    }
    options.mail?.start(ingress, settings.path);
    await stopped;
    onStop();
    // Senders get 503 until the last turn has ended; then the server closes.
    await Promise.all([options.mail?.stop(), running?.stop()]);
  } finally {
    forget();
    await server.close({ timeoutMs: MAX_REQUESTS_MS });
    live?.close();
    api?.close();
    admin?.close();
    remembered?.close();
  }
}

/** Printing and forwarding know one event at a time. */
function warnOfUnjoined(
  { mappings, mapping }: RuntimeHooks,
  warn: (message: string) => void,
): void {
  for (const { id } of mappings) {
    if (mapping(id)?.coalesce === undefined) continue;
    warn(
      `Events of mapping "${id}" are not joined: "coalesce" is carried out by --dispatch host alone.`,
    );
  }
}

/** Warnings of the config were already printed with their lines. An ingress writes each on one line. */
function isOfConfig(message: string, hooks: Served["hooks"]): boolean {
  const { warnings } = currentOf(hooks);
  const words = collapseSpace(message);
  return warnings.some((problem) => collapseSpace(problemToText(problem)) === words);
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, " ");
}

async function openStore(
  config: string,
  { redisUrlEnv, io, log }: ServeHooksOptions,
): Promise<OpenStore | undefined> {
  if (redisUrlEnv === undefined) return undefined;
  const { openRedisStore } = await import("./open-redis-store.ts");
  return openRedisStore(redisUrlEnv, { config, io, warn: log.warning });
}

/** Imported only where it is wanted: without it, nothing is done for a request. */
async function startLive(
  hooks: Served["hooks"],
  { studio = false, studioEvents = false, config, report, io }: ServeHooksOptions,
): Promise<LiveServer | undefined> {
  if (!studio) return undefined;
  const { createLive } = await import("../../live/create-live.ts");
  const current = (): RuntimeHooks => currentOf(hooks);
  return createLive({ hooks: current, report, path: config, keepsEvents: studioEvents, io });
}

async function createApi(
  filename: string,
  options: ServeHooksOptions & { readonly hooksUrl: () => string | undefined },
  { running, live }: ApiParts,
): Promise<AdminApi | undefined> {
  const { admin, adminHost: names = [], io, json = false, onReload } = options;
  if (admin === undefined || (running ?? live) === undefined) return undefined;
  const isTerminal = io.log.isTTY === true && !json;
  const settings = { ...options, admin: { ...admin, names }, isTerminal, filename };
  const api = await openApi({ running, live }, settings);
  onReload((ok) => api.publish({ kind: "config", at: Date.now(), ok }));
  return api;
}

interface AdminParts {
  readonly hooks: Served["hooks"];
  readonly running: RunningHost | undefined;
  readonly metrics: ServerMetrics | undefined;
  readonly refused: RefusedEvents;
  readonly api: AdminApi | undefined;
}

const HEALTHY: Health = { status: "ok", reasons: [] };

async function startAdmin(
  { admin, adminHost: names = [], mail, studio = false }: ServeHooksOptions,
  { hooks, running, metrics, refused, api }: AdminParts,
): Promise<PagesServer | undefined> {
  if (admin === undefined) return undefined;
  const health = async (): Promise<Health> => {
    const { status, reasons } = running === undefined ? HEALTHY : await running.health();
    const ofOthers = [
      ...(mail?.reasons() ?? []),
      ...refused.reasons(Date.now()),
      ...reasonsOfPlan(currentOf(hooks)),
    ];
    const isDegraded = status === "ok" && ofOthers.length > 0;
    return { status: isDegraded ? "degraded" : status, reasons: [...reasons, ...ofOthers] };
  };
  const files = new Map([
    ...(api === undefined || running === undefined ? [] : readPages("operate")),
    ...(api === undefined || !studio ? [] : readPages("play", "/play")),
  ]);
  const pages = { health, metrics: metrics?.text, api: api?.handle, files };
  return listen(() => serveAdmin({ ...admin, names }, pages), { ...admin, option: "--admin" });
}

/** The log has the warning at the start, which may be long ago. */
function reasonsOfPlan({ warnings }: RuntimeHooks): readonly string[] {
  return warnings
    .filter(({ code }) => code === "plan_version")
    .map(({ message, hint }) => `plan: ${message} ${hint}`);
}

function createDisabledError(filename: string): CliError {
  return new CliError(`hooks.enabled is not true in ${filename}, so there is nothing to serve.`, {
    hint: 'Write "enabled": true into the block "hooks".',
  });
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** The option that chooses the port. */
  readonly option?: string;
}

export async function listen<Result>(
  start: () => Promise<Result>,
  address: Address,
): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    throw createListenError((error as NodeJS.ErrnoException).code, address);
  }
}

function createListenError(
  code: string | undefined,
  { host, port, option = "--port" }: Address,
): CliError {
  if (code === "EADDRINUSE") {
    const hint = `Choose another port with ${option}, or any free port with ${option} 0.`;
    return new CliError(`Port ${port} of ${host} is in use by another program.`, { hint });
  }
  return new CliError(`Cannot listen on port ${port} of ${host}: the system says ${code}.`, {
    hint: `Check --host and ${option}.`,
  });
}

/** Once per hook and process: otherwise a sender of wrong requests could fill the log. */
function createVerifyHint(
  notice: (message: string) => void,
  filename: string,
): (record: RequestRecord) => void {
  const hinted = new Set<string>();
  return ({ auth, name }) => {
    // Hooks with an auth are those of the config: their number is bounded.
    if (auth === undefined || hinted.has(name)) return;
    hinted.add(name);
    notice(
      `  To see why, save such a request with its headers and the bytes of its body: hookwright verify ${filename} --name ${name} --http FILE`,
    );
  };
}

/** Once per mapping and process: a mapping with wrong fields is wrong for each event. */
export function createEmptyTextWarning(
  warn: (message: string) => void,
): (record: RequestRecord) => void {
  const warned = new Set<string>();
  return ({ emptyExpressions, mappingId }) => {
    if (emptyExpressions === undefined || mappingId === undefined || warned.has(mappingId)) return;
    warned.add(mappingId);
    warn(
      `Every expression in the text of mapping "${mappingId}" was empty for an event: the agent got only the literal text. "hookwright explain" shows which fields the event has.`,
    );
  };
}
