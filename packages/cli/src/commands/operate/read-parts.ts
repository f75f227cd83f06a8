// A config → the channels of its host, for a command that names a channel where no host runs.
import { CliError, createUsageError } from "../../cli-error.ts";
import {
  channelsOfHost,
  FOR_READING,
  HOST_CHANNELS,
  loadConfig,
} from "../../config/load-config.ts";
import { type HostParts, readHostConfig } from "../../host/host-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { createServerLog } from "../../output/server-log.ts";
import type { OperateOptions } from "./with-host.ts";

export interface PartsOptions extends OperateOptions {
  readonly hostConfig?: string;
}

export async function readParts(
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

/** A host that runs knows its channels; a store does not. */
export function createUnknownChannels(): CliError {
  const hint = "Add --config FILE, or start the host first.";
  return createUsageError("No host runs, so its channels are not known.", hint);
}
