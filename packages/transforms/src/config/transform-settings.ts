// A parsed config of any shape → how its transforms are to be loaded and run. Never throws.
import { readOwn } from "../data/read-own.ts";

export interface TransformSettings {
  /** `hooks.transformsDir` as written, or its default. */
  readonly folder: string;
  readonly isolation: "worker" | "inline";
  /** Limit of a worker's JavaScript heap, in megabytes. */
  readonly memoryMb: number;
  /** How many workers one module may have. */
  readonly workers: number;
  /** Names of the variables that modules see; absent: all but the secrets of the config. */
  readonly env?: readonly string[];
}

/** Beside the config, where comparable gateways look. */
const FOLDER = "hooks/transforms";

/** Twice what a module with a large SDK needs; a mebibyte of payload takes about ten of these. */
const MEMORY_MB = 128;

/** Node itself does not start in much less. */
const MIN_MEMORY_MB = 32;

/** A worker serves one event at a time: this is how many slow events of a module go on at once. */
const WORKERS = 4;

/** Values of a wrong type are the core's to report; here they count as not written. */
export function readTransformSettings(config: unknown): TransformSettings {
  const hooks = readOwn(config, "hooks");
  const transforms = readOwn(hooks, "transforms");
  const folder = readOwn(hooks, "transformsDir");
  const env = readOwn(transforms, "env");
  return {
    folder: typeof folder === "string" && folder.trim() !== "" ? folder : FOLDER,
    isolation: readOwn(transforms, "isolation") === "inline" ? "inline" : "worker",
    memoryMb: Math.max(MIN_MEMORY_MB, readCount(transforms, "memoryMb", MEMORY_MB)),
    workers: readCount(transforms, "workers", WORKERS),
    ...(Array.isArray(env) && { env: env.filter((name) => typeof name === "string") }),
  };
}

function readCount(settings: unknown, key: string, fallback: number): number {
  const count = readOwn(settings, key);
  return typeof count === "number" && Number.isInteger(count) && count > 0 ? count : fallback;
}
