// A target, settings and scripts → a host on a store of its own that a test can kill and start again.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Action } from "@hookwright/core";
import type { DispatchContext, DispatchReceipt } from "@hookwright/core/ingress";
import type { Engine } from "../../src/engine/create-engine.ts";
import type { HostRecord } from "../../src/engine/observe.ts";
import type { LeftProgram } from "../../src/engine/state.ts";
import type { Ledger, LedgerLimits } from "../../src/model/ledger.ts";
import type { HostSettings } from "../../src/model/settings.ts";
import { contextOf } from "./actions.ts";
import type { LedgerFault } from "./breakable-ledger.ts";
import { onTestFinished } from "./current-test.ts";
import type { HostTime } from "./host-time.ts";
import { createScriptedChannel, type ScriptedChannel } from "./scripted-channel.ts";
import { createScriptedRunner, type ScriptedRunner } from "./scripted-runner.ts";
import { settingsOf, type TestSettings } from "./settings.ts";

/** What the rules run on: begins a time, and starts hosts in it, which can be killed. */
export interface HostTarget {
  readonly name: string;
  /** `pace`: how many times as fast as the real one, where time cannot be stopped. */
  createTime(pace: number): HostTime;
  /** Starts a process of a host, which carries nothing out until `engine.start()`. */
  start(options: StartOptions): Promise<StartedHost>;
}

export interface StartOptions {
  /** Of the store, which an earlier process may have left there. */
  readonly folder: string;
  readonly time: HostTime;
  /** Is in each id that the host makes: those of one life must not come again in the next one. */
  readonly life: string;
  readonly settings: HostSettings;
  readonly limits: LedgerLimits;
  readonly runner: ScriptedRunner;
  readonly channels: readonly ScriptedChannel[];
  readonly notify: ScriptedChannel | undefined;
  readonly files: Readonly<Record<string, string | Error>>;
  readonly leftPrograms: readonly LeftProgram[] | undefined;
  readonly observer: (record: HostRecord) => void;
  readonly observerThrows: boolean;
  readonly isExact: boolean;
  readonly warn: (message: string) => void;
}

export interface StartedHost {
  readonly engine: Engine;
  readonly ledger: Ledger;
  breakStore(fault: LedgerFault | undefined): void;
  /** The process ends at once: nothing of it writes any more. */
  kill(): Promise<void>;
}

export interface TestHostOptions {
  readonly settings?: TestSettings;
  readonly runner?: ScriptedRunner;
  readonly channels?: readonly ScriptedChannel[];
  /** Posts lifecycle events. */
  readonly notify?: ScriptedChannel;
  readonly limits?: Partial<LedgerLimits>;
  readonly folder?: string;
  readonly time?: HostTime;
  /** An error: the file cannot be read. */
  readonly files?: Readonly<Record<string, string | Error>>;
  /** The host's observer throws for each record. */
  readonly observerThrows?: boolean;
  /** The rule acts or looks within a second of the host, which a slow test misses on real time. */
  readonly isExact?: boolean;
  /**
   * On real time, the host's clock is so many times as fast as the real one. Default: 4, which is slow enough for calls
   * that may take 30 s of the host.
   */
  readonly pace?: number;
  /** False: the test starts it. */
  readonly isStarted?: boolean;
  /** Programs of the life before, which were alive. */
  readonly leftPrograms?: readonly LeftProgram[];
}

export interface TestHost {
  readonly engine: Engine;
  readonly time: HostTime;
  readonly runner: ScriptedRunner;
  /** The first of the channels. */
  readonly channel: ScriptedChannel;
  readonly channels: readonly ScriptedChannel[];
  readonly records: HostRecord[];
  readonly warnings: string[];
  readonly folder: string;
  readonly ledger: Ledger;
  /** Accepts an action, and lets happen what follows at once. */
  accept(action: Action, context?: Partial<DispatchContext>): Promise<DispatchReceipt>;
  /** From now on the store fails in this way; undefined: it works again. */
  breakStore(fault: LedgerFault | undefined): void;
  /** The process ends at once: nothing of it writes any more. Then it starts again on the same store. */
  kill(
    change?: Pick<
      TestHostOptions,
      "settings" | "runner" | "channels" | "isStarted" | "leftPrograms"
    >,
  ): Promise<TestHost>;
}

const LIMITS: LedgerLimits = {
  maxRuns: 10_000,
  maxRunsPerKey: 200,
  maxWaitingEvents: 1_000,
  minFreeBytes: 0,
};

export async function createTestHost(
  target: HostTarget,
  options: TestHostOptions = {},
): Promise<TestHost> {
  const {
    time = target.createTime(options.pace ?? 4),
    folder = createFolder(),
    files = {},
  } = options;
  const runner = options.runner ?? createScriptedRunner();
  const channels = options.channels ?? [createScriptedChannel()];
  const records: HostRecord[] = [];
  const warnings: string[] = [];
  const life = `${lives++}`;
  const { engine, ledger, breakStore, kill } = await target.start({
    folder,
    time,
    life,
    settings: settingsOf(options.settings),
    limits: { ...LIMITS, ...options.limits },
    runner,
    channels,
    notify: options.notify,
    files,
    leftPrograms: options.leftPrograms,
    observer: (record) => records.push(record),
    observerThrows: options.observerThrows ?? false,
    isExact: options.isExact ?? false,
    warn: (message) => warnings.push(message),
  });
  let isDead = false;
  const end = async (): Promise<void> => {
    if (isDead) return;
    isDead = true;
    await kill();
  };
  onTestFinished(end);
  if (options.isStarted !== false) await engine.start();
  await time.idle();
  let actions = 0;

  return {
    engine,
    time,
    runner,
    channel: channels[0] as ScriptedChannel,
    channels,
    records,
    warnings,
    folder,
    ledger,
    accept: async (action, context = {}) => {
      const runId = `run-${life}-${++actions}`;
      const receipt = await engine.dispatch(action, contextOf({ runId, ...context }));
      await time.idle();
      return receipt ?? {};
    },
    breakStore,
    kill: async (change = {}) => {
      await end();
      return createTestHost(target, { ...options, channels, ...change, folder, time });
    },
  };
}

let lives = 1;

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
