// The path of a config, or - for standard input → compiled hooks, or every problem with its position.
import {
  type ConfigDocument,
  compileDocument,
  type HooksLoadOptions,
  type LoadReport,
  type LoadResult,
  loadConfigFile,
  parseConfigText,
} from "@hookwright/config";
import { channelNamesOf } from "@hookwright/core";
import { HOST_CHANNELS } from "@hookwright/core/problems";
import { readStdin, STDIN_NAME } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import type { ServerLog } from "../output/server-log.ts";
import { requirePackages } from "../require-packages.ts";
import { envFileOf } from "./env-file.ts";

/** What a command requires of a config. */
type ConfigDemands = Pick<HooksLoadOptions, "severities" | "isPublic" | "channels">;

/** With the channels of the file of --host-config. Its problems are reported elsewhere. */
export async function channelsOfHost(
  hostConfig: string | undefined,
): Promise<Pick<ConfigDemands, "channels">> {
  if (hostConfig === undefined) return {};
  const { config } = await loadConfigFile(hostConfig);
  const named = channelNamesOf(config).map((id) => ({ id }));
  return { channels: [...HOST_CHANNELS, ...named] };
}

/** Hooks that are missing or misplaced are a mistake in every command. */
const HOOKS_WANTED = { hooks_missing: "error", hooks_misplaced: "error" } as const;

/** Serving needs the secrets. */
export const FOR_SERVING: ConfigDemands = { severities: HOOKS_WANTED };

/** Reading a config works without the operator's secrets. */
export const FOR_READING: ConfigDemands = {
  severities: {
    ...HOOKS_WANTED,
    secret_missing: "warning",
    secret_source_unknown: "warning",
  },
};

export interface LoadContext extends Pick<HooksLoadOptions, "texts" | "fixes" | "inspect"> {
  readonly io: Io;
  readonly log: Pick<ServerLog, "warning" | "output">;
  readonly demands: ConfigDemands;
  /** Whether transform modules are loaded, which runs their top level. Default: true. */
  readonly runsModules?: boolean;
}

/** Relative paths start at the folder of the config, or at the working directory for standard input. */
export async function loadConfig(path: string, context: LoadContext): Promise<LoadResult> {
  const document = await readDocument(path, context);
  const channels = hasHostBlock(document) ? { channels: HOST_CHANNELS } : {};
  return compileDocument(document, { ...channels, ...createLoadOptions(path, context) });
}

/** Whether a config has settings of a host. */
export function hasHostBlock({ config }: LoadReport): boolean {
  return typeof config === "object" && config !== null && Object.hasOwn(config, "host");
}

async function readDocument(
  path: string,
  { io, texts = new Map() }: LoadContext,
): Promise<LoadResult<ConfigDocument>> {
  if (path !== "-") return loadConfigFile(path, { texts });
  const text = texts.get(STDIN_NAME) ?? (await readStdin(io));
  return parseConfigText(text, { format: guessFormat(text), filename: STDIN_NAME });
}

/** `path` is that of the config, or `-`. */
export function createLoadOptions(path: string, context: LoadContext): HooksLoadOptions {
  const { io, log, demands, runsModules: runs = true, texts, fixes = false, inspect } = context;
  const { warning, output } = log;
  return {
    ...demands,
    ...(texts !== undefined && { texts }),
    ...(inspect !== undefined && { inspect }),
    fixes,
    env: io.env,
    envFile: envFileOf(path, io),
    warn: warning,
    // Imported late: most configs name no module.
    createTransformLoader: async (options) => {
      await requirePackages(["@hookwright/transforms"]);
      const { createTransformLoader } = await import("@hookwright/transforms");
      return createTransformLoader({ ...options, output, runs });
    },
  };
}

/** Standard input has no file name. JSON and JSON5 begin with a brace or a comment; YAML does not. */
export function guessFormat(text: string): "json5" | "yaml" {
  return /^\s*(?:\{|\/\/|\/\*)/.test(text) ? "json5" : "yaml";
}
