// Settings and scripts → a host on a store of its own, with a stopped clock, that a test can kill and start again.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Action } from "@hookwright/core";
import type { DispatchContext, DispatchReceipt } from "@hookwright/core/ingress";
import { onTestFinished } from "vitest";
import type { Engine, EngineOptions } from "../../src/engine/create-engine.ts";
import type { HostRecord } from "../../src/engine/observe.ts";
import type { LeftProgram } from "../../src/engine/state.ts";
import type { Ledger, LedgerLimits } from "../../src/model/ledger.ts";
import { contextOf } from "./actions.ts";
import { breakableLedger, type LedgerFault } from "./breakable-ledger.ts";
import { createFakeTime, type FakeTime } from "./fake-clock.ts";
import { createScriptedChannel, type ScriptedChannel } from "./scripted-channel.ts";
import { createScriptedRunner, type ScriptedRunner } from "./scripted-runner.ts";
import { settingsOf, type TestSettings } from "./settings.ts";

/** A store and an engine on it, as the suite of rules needs them. */
export interface HostTarget {
  readonly name: string;
  readonly createEngine: (options: EngineOptions) => Promise<Engine>;
  readonly openLedger: (options: {
    readonly folder: string;
    readonly clock: () => number;
    readonly limits: LedgerLimits;
  }) => Promise<Ledger>;
}

export interface TestHostOptions {
  readonly settings?: TestSettings;
  readonly runner?: ScriptedRunner;
  readonly channels?: readonly ScriptedChannel[];
  /** Posts lifecycle events. */
  readonly notify?: ScriptedChannel;
  readonly limits?: Partial<LedgerLimits>;
  readonly folder?: string;
  readonly time?: FakeTime;
  /** An error: the file cannot be read. */
  readonly files?: Readonly<Record<string, string | Error>>;
  readonly observer?: (record: HostRecord) => void;
  /** False: the test starts it. */
  readonly isStarted?: boolean;
  /** Programs of the life before, which were alive. */
  readonly leftPrograms?: readonly LeftProgram[];
}

export interface TestHost {
  readonly engine: Engine;
  readonly time: FakeTime;
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
  const { time = createFakeTime(), folder = createFolder(), files = {} } = options;
  const runner = options.runner ?? createScriptedRunner();
  const channels = options.channels ?? [createScriptedChannel()];
  const records: HostRecord[] = [];
  const warnings: string[] = [];
  const limits = { ...LIMITS, ...options.limits };
  const real = await target.openLedger({ folder, clock: time.clock, limits });
  const store = breakableLedger(real);
  let ids = 0;
  const life = `${lives++}`;
  const engine = await target.createEngine({
    ledger: store.ledger,
    settings: settingsOf(options.settings),
    runner,
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    notify: options.notify,
    clock: time.clock,
    timer: time.timer,
    randomId: () => `id-${life}-${++ids}`,
    random: () => 0.5,
    readText: async (path) => {
      const file = files[path];
      if (file instanceof Error) throw file;
      return file;
    },
    observer: (record) => {
      records.push(record);
      options.observer?.(record);
    },
    warn: (message) => warnings.push(message),
    ...(options.leftPrograms && { endLeftPrograms: () => options.leftPrograms ?? [] }),
  });
  let isDead = false;
  onTestFinished(async () => {
    if (isDead) return;
    store.break("dead");
    await real.close();
  });
  if (options.isStarted !== false) await engine.start();
  await time.settle();

  return {
    engine,
    time,
    runner,
    channel: channels[0] as ScriptedChannel,
    channels,
    records,
    warnings,
    folder,
    ledger: real,
    accept: async (action, context = {}) => {
      const runId = `run-${life}-${++ids}`;
      const receipt = await engine.dispatch(action, contextOf({ runId, ...context }));
      await time.settle();
      return receipt ?? {};
    },
    breakStore: store.break,
    kill: async (change = {}) => {
      isDead = true;
      store.break("dead");
      await real.close();
      return createTestHost(target, { ...options, channels, ...change, folder, time });
    },
  };
}

/** Ids of one life must not come again in the next one. */
let lives = 1;

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
