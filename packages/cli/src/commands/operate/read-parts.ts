// A config → the channels of its host, for a command that names a channel if no host is running.
import { HOST_CHANNELS } from "@hookwright/core/problems";
import { CliError } from "../../cli-error.ts";
import { findConfigOf } from "../../config/choose-config.ts";
import { channelsOfHost, FOR_READING, loadConfig } from "../../config/load-config.ts";
import { type HostParts, readHostConfig } from "../../host/host-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { createServerLog } from "../../output/server-log.ts";
import type { OperateOptions } from "./with-host.ts";

interface PartsOptions extends OperateOptions {
  readonly hostConfig?: string;
}

async function readParts(
  config: string,
  { hostConfig, stateFolder }: PartsOptions,
  io: Io,
): Promise<HostParts> {
  const log = createServerLog({ log: io.stderr, env: io.env }, false);
  const own = await channelsOfHost(hostConfig);
  const demands = { ...FOR_READING, channels: HOST_CHANNELS, ...own };
  const result = await loadConfig(config, { io, log, demands });
  if (result.ok) await result.close(0);
  const folder = stateFolderOf(stateFolder, io);
  const { parts } = await readHostConfig(result, { hostConfig, stateFolder: folder, io });
  if (parts !== undefined) return parts;
  throw new CliError(`${config} has errors, or no runner.`, {
    hint: `\`hookwright check ${config}\` names them.`,
  });
}

export interface ConfigOptions extends PartsOptions {
  readonly config?: string;
}

/** A running host knows its channels; a store does not. */
export class UnknownChannelsError extends CliError {
  constructor() {
    const hint = "Add --config FILE, or start the host first.";
    super("No host is running, so its channels are not known.", { hint, exitCode: 2 });
  }
}

/**
 * Runs a command with the channels of the config that is named. If none is named and the command throws
 * `UnknownChannelsError`, it runs again with the channels of the config in this folder.
 */
export async function withParts(
  options: ConfigOptions,
  io: Io,
  run: (parts: HostParts | undefined) => Promise<number>,
): Promise<number> {
  const { config } = options;
  if (config !== undefined) return run(await readParts(config, options, io));
  try {
    return await run(undefined);
  } catch (error) {
    const inFolder = error instanceof UnknownChannelsError ? findConfigOf() : undefined;
    if (inFolder === undefined) throw error;
    return run(await readParts(inFolder, options, io));
  }
}
