// A parsed config of any shape → how its transforms are to be loaded and run. Never throws.
import { readOwn } from "../data/read-own.ts";

export interface TransformSettings {
  /** `hooks.transformsDir` as written, or its default. */
  readonly folder: string;
  readonly isolation: "worker" | "inline";
  /** Limit of a worker's JavaScript heap, in megabytes. */
  readonly memoryMb: number;
  /** The limit of workers for each module. */
  readonly workers: number;
  /** Names of the variables that modules see. Absent: all except the secrets of the config. */
  readonly env?: readonly string[];
}

/** Comparable gateways use the same folder beside the config. */
const DEFAULT_FOLDER = "hooks/transforms";

/** Twice what a module with a large SDK needs. A payload of 1 MiB takes about 10 MB. */
const DEFAULT_MEMORY_MB = 128;

/** Node does not start with much less. */
const MIN_MEMORY_MB = 32;

/** A worker serves one event at a time, so this many slow events of a module run at once. */
const DEFAULT_WORKERS = 4;

/** The core reports values of a wrong type; here the default replaces them. */
export function readTransformSettings(config: unknown): TransformSettings {
  const hooks = readOwn(config, "hooks");
  const transforms = readOwn(hooks, "transforms");
  const folder = readOwn(hooks, "transformsDir");
  const env = readOwn(transforms, "env");
  return {
    folder: typeof folder === "string" && folder.trim() !== "" ? folder : DEFAULT_FOLDER,
    isolation: readOwn(transforms, "isolation") === "inline" ? "inline" : "worker",
    memoryMb: Math.max(MIN_MEMORY_MB, readCount(transforms, "memoryMb", DEFAULT_MEMORY_MB)),
    workers: readCount(transforms, "workers", DEFAULT_WORKERS),
    ...(Array.isArray(env) && { env: env.filter((name) => typeof name === "string") }),
  };
}

function readCount(settings: unknown, key: string, fallback: number): number {
  const count = readOwn(settings, key);
  return typeof count === "number" && Number.isInteger(count) && count > 0 ? count : fallback;
}
