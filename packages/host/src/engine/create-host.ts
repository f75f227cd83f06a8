// Settings, a runner, channels and a state folder → a host, or the problem that keeps it from starting.
import { randomUUID } from "node:crypto";
import { runtimeTimer } from "@hookwright/base";
import type { Clock, RandomId, Timer } from "@hookwright/core";
import { endLeftPrograms } from "@hookwright/node-kit/programs";
import { programsFolderOf } from "../ledger/open/state-folder.ts";
import { type OpenLedgerResult, openLedger, type StandbyOptions } from "../ledger/open-ledger.ts";
import type { Channel } from "../model/channel.ts";
import type { Ledger, LedgerLimits } from "../model/ledger.ts";
import { completeSettings, type HostSettingsInput } from "../model/settings.ts";
import type { Runner } from "../model/turn.ts";
import { emitWarning } from "../ports.ts";
import { type CreateEngine, createEngine, type Engine, type EngineWork } from "./create-engine.ts";
import type { HostObserver } from "./observe.ts";
import { readTextFile } from "./turns/heartbeat-file.ts";

/** What a host is made of. All but the first four have a default. */
export interface HostOptions {
  /** Those of `readHostSettings`, or your own: what concerns mappings, channels and endpoints may be absent. */
  readonly settings: HostSettingsInput;
  /** Takes the turns: `createRunner`, or one of your own. */
  readonly runner: Runner;
  /** By id: `createChannels`, and those of your own. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** Posts lifecycle events: `createHostParts` makes it of `host.notify`. */
  readonly notify?: Channel | undefined;
  /** Where the store lies. Made if it is missing, for its owner alone; one process at a time has it. */
  readonly stateFolder: string;
  /** Default: `openLedger` with the state folder. */
  readonly ledger?: Ledger;
  /** Waits until no other process with this option has the store, and takes it over: see docs/host.md. */
  readonly standby?: HostStandby;
  /** Another engine, with a store of its own: `ledger`, `limits` and the state folder are not used. */
  readonly engine?: CreateEngine;
  /** Beyond them senders get 503: see the limits in docs/host.md. */
  readonly limits?: Partial<LedgerLimits>;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: `setTimeout`. */
  readonly timer?: Timer;
  /** Default: `crypto.randomUUID`. */
  readonly randomId?: RandomId;
  /** At least 0 and less than 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** Gets one record per change of a run, a delivery or a heartbeat: no text, no secret. */
  readonly observer?: HostObserver;
  /** Gets warnings for the operator, one line each. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
}

/** For one of several processes on a state folder, of which one has the store. */
export interface HostStandby extends StandbyOptions {
  /** Another process has taken the store over, and the turns of this one are stopped: end the process at once. */
  readonly onLost: () => void;
}

/** Carries actions out. Give `dispatch` to `createIngress`, then call `start`. */
export type Host = Engine;

/** The host, or why its store cannot be opened and what to do. */
export type CreateHostResult =
  | { readonly ok: true; readonly host: Host }
  | Extract<OpenLedgerResult, { ok: false }>;

/** The limits of a store, unless you set your own. */
export const DEFAULT_LIMITS: LedgerLimits = {
  maxRuns: 10_000,
  maxRunsPerKey: 200,
  maxWaitingEvents: 1_000,
  minFreeBytes: 100 * 1024 * 1024,
};

/**
 * Opens the store and makes a host of it, which takes actions at once and carries them out after `start`.
 *
 * @example
 * ```ts
 * const created = await createHost({ settings, runner, channels, stateFolder: "./state" });
 * if (!created.ok) throw new Error(`${created.problem.message}. ${created.problem.hint}.`);
 * const { host } = created;
 * const ingress = createIngress({ hooks, dispatch: host.dispatch });
 * await host.start();
 * ```
 */
export async function createHost(options: HostOptions): Promise<CreateHostResult> {
  const { settings, runner, channels, stateFolder, standby } = options;
  const { clock = Date.now, warn = emitWarning } = options;
  const work: EngineWork = {
    settings: completeSettings(settings),
    runner,
    channels,
    notify: options.notify,
    clock,
    warn,
    timer: options.timer ?? runtimeTimer,
    randomId: options.randomId ?? randomUUID,
    random: options.random ?? Math.random,
    observer: options.observer ?? (() => undefined),
    readText: readTextFile,
  };
  if (options.engine !== undefined) return { ok: true, host: await options.engine(work) };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const opened: OpenLedgerResult =
    options.ledger === undefined
      ? await openLedger({ folder: stateFolder, limits, clock, warn, ...(standby && { standby }) })
      : { ok: true, ledger: options.ledger };
  if (!opened.ok) return opened;
  const host = await createEngine({
    ...work,
    ledger: opened.ledger,
    ...(standby && { lost: standby.onLost }),
    // This process has the store, so no other process starts programs with this folder.
    endLeftPrograms: () => endLeftPrograms(programsFolderOf(stateFolder)),
  });
  return { ok: true, host };
}
