// A config as it was parsed → settings, runner and channels of a host, or all that keeps it from starting.
import type { Clock, Problem, Secrets, Timer } from "@hookwright/core";
import { createChannels } from "../channels/shared/create-channels.ts";
import type { Channel } from "../model/channel.ts";
import type { HostSettings } from "../model/settings.ts";
import type { Runner } from "../model/turn.ts";
import { createRunner } from "../runner/create-runner.ts";
import { readHostSettings } from "../settings/read-host-settings.ts";
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
  readonly clock?: Clock;
  readonly timer?: Timer;
  /** The environment from which commands inherit some variables. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The channels for answers and the readable settings, even of a config with errors. */
export type HostTarget = Pick<LiveParts, "settings" | "channels">;

/** `problems` of a usable config are warnings. */
export type HostPartsResult =
  | {
      readonly ok: true;
      readonly parts: LiveParts;
      readonly target: HostTarget;
      readonly problems: readonly Problem[];
    }
  | { readonly ok: false; readonly target: HostTarget; readonly problems: readonly Problem[] };

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
  const read = readHostSettings(config, { channels: own });
  const { settings } = read;
  const made = await createChannels(settings.channels, {
    ...portsOf(options),
    ...(options.env && { env: options.env }),
    channels: own,
    stateFolder: options.stateFolder,
    pathOf: read.pathOfChannel,
  });
  const problems = [...read.problems, ...made.problems];
  const target = { settings, channels: made.channels };
  const runner = findRunner(settings, options);
  if (!runner.ok) {
    // An invalid runner setting is already reported.
    const ofRunner = runner.problems.filter(({ code }) => read.ok || code !== "runner_missing");
    return { ok: false, target, problems: [...problems, ...ofRunner] };
  }
  if (problems.some(({ severity }) => severity === "error")) return { ok: false, target, problems };
  return {
    ok: true,
    parts: { ...target, runner: runner.runner },
    target,
    problems,
  };
}

function findRunner(
  settings: HostSettings,
  options: HostPartsOptions,
): ReturnType<typeof createRunner> {
  if (options.runner !== undefined) return { ok: true, runner: options.runner };
  const { agents, agentDefaults } = settings;
  return createRunner(settings.runner, {
    ...portsOf(options),
    ...(options.env && { environment: options.env }),
    stateFolder: options.stateFolder,
    workspaceOf: (agentId) => (agents.get(agentId) ?? agentDefaults).workspace,
  });
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
