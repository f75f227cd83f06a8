// A config as it was parsed → settings, runner and channels of a host, or all that keeps it from starting.
import type { Clock, ModuleLoader, Problem, Secrets, Timer } from "@hookwright/core";
import { createChannels } from "../channels/shared/create-channels.ts";
import { createNotifyChannel } from "../channels/shared/notify-channel.ts";
import type { Channel } from "../model/channel.ts";
import type { HostSettings } from "../model/settings.ts";
import type { Runner } from "../model/turn.ts";
import { loadOwnRunner } from "../own/load-own-runner.ts";
import { emitWarning } from "../ports.ts";
import { createRunner } from "../runner/create-runner.ts";
import { type HostHooks, readHostSettings } from "../settings/read-host-settings.ts";
import type { LiveParts } from "./state.ts";

/** What the parts of a host need beside the config. */
export interface HostPartsOptions {
  /** Reads the credentials that the config refers to. */
  readonly secrets?: Secrets;
  /** Contains the home of a command runner and the list of running programs. */
  readonly stateFolder: string;
  /** Instead of the one that `host.runner` names. */
  readonly runner?: Runner;
  /**
   * Your own channels: they replace configured channels of the same id. `compileHooks` takes the same list, so that
   * mappings can name them.
   */
  readonly channels?: readonly Channel[];
  /**
   * The hooks that you serve: the host pauses their mappings and keeps their limits. Default: the mappings of the
   * config, which has none if you serve a plan.
   */
  readonly hooks?: HostHooks | undefined;
  readonly clock?: Clock;
  readonly timer?: Timer;
  /** The environment from which commands and modules inherit some variables. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Loads the modules of channels and of a runner: `createModuleLoader` of `@hookwright/transforms`. */
  readonly modules?: ModuleLoader;
  /** Gets one line for each call of a module that failed. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
}

/** The channels for answers and the readable settings, even of a config with errors. */
export type HostTarget = Pick<LiveParts, "settings" | "channels">;

/** `problems` of a usable config are warnings. */
export type HostPartsResult = {
  readonly target: HostTarget;
  readonly problems: readonly Problem[];
  /** Absolute paths of the modules and of what they import. */
  readonly files: readonly string[];
} & (
  | {
      readonly ok: true;
      readonly parts: LiveParts;
      /** Ends the modules that no later parts use, after the calls in progress: call it after a reload. */
      readonly close: (graceMs?: number) => Promise<void>;
    }
  | { readonly ok: false }
);

/**
 * Reads the gateway's own keys and the block `host`, and makes the runner and the channels that they
 * name: for `createHost`, and for `host.reload()` after a change of the config.
 *
 * @example
 * ```ts
 * const read = await createHostParts(config, { secrets, stateFolder: "./state" });
 * if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
 * const created = await createHost({ ...read.parts, stateFolder: "./state" });
 * ```
 */
export async function createHostParts(
  config: unknown,
  options: HostPartsOptions,
): Promise<HostPartsResult> {
  const own = options.channels ?? [];
  const read = readHostSettings(config, { channels: own, hooks: options.hooks });
  const { settings } = read;
  const made = await createChannels(settings.channels, {
    ...portsOf(options),
    ...(options.env && { env: options.env }),
    channels: own,
    stateFolder: options.stateFolder,
    modules: options.modules,
    warn: options.warn,
    pathOf: read.pathOfChannel,
  });
  const notifyProblems: Problem[] = [];
  const notify = createNotifyChannel(settings.notify, {
    secrets: options.secrets,
    clock: options.clock ?? Date.now,
    report: (problem) => void notifyProblems.push(problem),
  });
  const target = { settings, channels: made.channels };
  const ofRunner = await findRunner(settings, options);
  const close = async (graceMs?: number): Promise<void> => {
    await Promise.all([made.close(graceMs), ofRunner.close?.(graceMs)]);
  };
  const files = [...made.files, ...(ofRunner.files ?? [])];
  const { runner } = ofRunner;
  const problems = [
    ...read.problems,
    ...made.problems,
    ...notifyProblems,
    // An invalid runner setting is already reported.
    ...ofRunner.problems.filter(({ code }) => read.ok || code !== "runner_missing"),
  ];
  if (runner === undefined || problems.some(({ severity }) => severity === "error")) {
    await close(0);
    return { ok: false, target, problems, files };
  }
  return { ok: true, parts: { ...target, runner, notify }, target, problems, files, close };
}

type LoadedRunner = Awaited<ReturnType<typeof loadOwnRunner>>;

interface FoundRunner extends Partial<Pick<LoadedRunner, "files" | "close">> {
  readonly runner?: Runner;
  readonly problems: readonly Problem[];
}

async function findRunner(settings: HostSettings, options: HostPartsOptions): Promise<FoundRunner> {
  if (options.runner !== undefined) return { runner: options.runner, problems: [] };
  const { agents, agentDefaults, runner: written, maxConcurrent } = settings;
  if (typeof written?.["module"] === "string") {
    const { modules, secrets, env = process.env, warn = emitWarning } = options;
    // Beside runs, the main session takes turns.
    const own = { settings: written, workers: maxConcurrent + 1 };
    return loadOwnRunner(own, { modules, secrets, inherited: env, warn });
  }
  const made = createRunner(written, {
    ...portsOf(options),
    ...(options.env && { environment: options.env }),
    stateFolder: options.stateFolder,
    workspaceOf: (agentId) => (agents.get(agentId) ?? agentDefaults).workspace,
  });
  return made.ok ? { runner: made.runner, problems: [] } : { problems: made.problems };
}

function portsOf({ secrets, clock, timer }: HostPartsOptions): {
  readonly secrets?: Secrets;
  readonly clock?: Clock;
  readonly timer?: Timer;
} {
  return {
    ...(secrets !== undefined && { secrets }),
    ...(clock !== undefined && { clock }),
    ...(timer !== undefined && { timer }),
  };
}
