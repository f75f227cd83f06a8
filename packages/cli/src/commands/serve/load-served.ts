// The path of a config → its hooks, or those that are reloaded. Imported where the file is not a plan: it reads configs.

import { type LoadResult, loadConfigFile, watchHooks } from "@hookwright/config";
import { HOST_CHANNELS } from "@hookwright/core/problems";
import {
  channelsOfHost,
  createLoadOptions,
  FOR_SERVING,
  hasHostBlock,
  type LoadContext,
  loadConfig,
} from "../../config/load-config.ts";
import { STDIN_NAME } from "../../input/read-input.ts";
import { isLoopback } from "../is-loopback.ts";
import type { Served } from "./serve-hooks.ts";
import type { ServedFile } from "./served-file.ts";

export async function loadServed({
  options: { config, hostConfig, watch, host },
  text,
  ...parts
}: ServedFile): Promise<LoadResult<Served>> {
  const { io, log, onReload, isHosted } = parts;
  const demands = { ...FOR_SERVING, isPublic: !isLoopback(host) };
  const context: LoadContext = { io, log, demands };
  if (config === "-") {
    const texts = new Map([[STDIN_NAME, text]]);
    const known = isHosted ? await knowHost(context, hostConfig) : context;
    return loadConfig(config, { ...known, texts });
  }
  const isKnown = isHosted || hasHostBlock(await loadConfigFile(config));
  return watchHooks(config, {
    ...createLoadOptions(config, isKnown ? await knowHost(context, hostConfig) : context),
    watch: watch === true,
    ...(hostConfig !== undefined && { alsoWatch: [hostConfig] }),
    onReload,
  });
}

async function knowHost(
  { demands, ...context }: LoadContext,
  hostConfig: string | undefined,
): Promise<LoadContext> {
  const own = await channelsOfHost(hostConfig);
  return { ...context, demands: { ...demands, channels: HOST_CHANNELS, ...own } };
}
