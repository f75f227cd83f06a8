// A parsed config of any shape → how its transforms are to be loaded and run. Never throws.

import { readMember } from "@hookwright/base";
import type { SecretReference, Secrets } from "@hookwright/core";

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
  const hooks = readMember(config, "hooks");
  const transforms = readMember(hooks, "transforms");
  const folder = readMember(hooks, "transformsDir");
  const env = readMember(transforms, "env");
  return {
    folder: typeof folder === "string" && folder.trim() !== "" ? folder : DEFAULT_FOLDER,
    isolation: readMember(transforms, "isolation") === "inline" ? "inline" : "worker",
    memoryMb: Math.max(MIN_MEMORY_MB, readCount(transforms, "memoryMb", DEFAULT_MEMORY_MB)),
    workers: readCount(transforms, "workers", DEFAULT_WORKERS),
    ...(Array.isArray(env) && { env: env.filter((name) => typeof name === "string") }),
  };
}

function readCount(settings: unknown, key: string, fallback: number): number {
  const count = readMember(settings, key);
  return typeof count === "number" && Number.isInteger(count) && count > 0 ? count : fallback;
}

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface TransformEnvOptions {
  readonly env: Environment;
  /** The variables to pass on. Absent: all. */
  readonly names?: readonly string[];
  readonly secrets: Secrets;
}

/**
 * Modules read their own tokens from the environment, so they get it without the secrets of the config.
 * Attack: a module that knows the hook token can send events in the name of any sender.
 */
export function createTransformEnv(config: unknown, options: TransformEnvOptions): Environment {
  const { env, names, secrets } = options;
  const { values, variables } = findConfigSecrets(readMember(config, "hooks"), secrets);
  const listed = names && new Set(names);
  const long = [...values].filter(({ length }) => length >= MIN_CONTAINED_CHARS);
  const isSecret = (value: string): boolean =>
    values.has(value.trim()) || long.some((secret) => value.includes(secret));
  const passed = Object.entries(env).filter(
    ([name, value = ""]) => (listed?.has(name) ?? true) && !variables.has(name) && !isSecret(value),
  );
  return Object.fromEntries(passed);
}

/** A variable may be `Bearer <token>`, or a URL with a token. Shorter secrets are in other values by chance. */
const MIN_CONTAINED_CHARS = 8;

interface ConfigSecrets {
  readonly values: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/**
 * Looks at every key, not at a list of keys, so that it covers keys that a later version adds. A value
 * that is taken for a secret by mistake only hides one variable from the modules.
 */
export function findConfigSecrets(hooks: unknown, secrets: Secrets): ConfigSecrets {
  const values = new Set<string>();
  const variables = new Set<string>();
  const read = (reference: SecretReference): string => {
    if ("env" in reference) variables.add(reference.env);
    if ("source" in reference && reference.source === "env") variables.add(reference.id);
    return askPort(reference, secrets);
  };
  visit(hooks, "", (secret) => {
    const value = typeof secret === "string" ? fillVariables(secret, read) : read(secret);
    if (value.trim() !== "") values.add(value.trim());
  });
  return { values, variables };
}

/** `token`, `pushToken`, `signingSecret`, `secrets`, `apiKey`, `password`. */
const SECRET_KEY = /token|secret|password|key/i;

/** The file parsers limit the depth of a config; this limits values that are built in code. */
const MAX_NESTING_LEVELS = 64;

function visit(
  value: unknown,
  key: string,
  report: (secret: string | SecretReference) => void,
  depth = 0,
): void {
  if (typeof value === "string" && SECRET_KEY.test(key)) report(value);
  if (typeof value !== "object" || value === null || depth === MAX_NESTING_LEVELS) return;
  const reference = toReference(value);
  if (reference !== undefined) report(reference);
  for (const [name, child] of Object.entries(value)) {
    // The elements of a list count as values of the list's key.
    visit(child, Array.isArray(value) ? key : name, report, depth + 1);
  }
}

function toReference(value: object): SecretReference | undefined {
  const { env, file, source, id } = value as Record<string, unknown>;
  if (typeof env === "string") return { env };
  if (typeof file === "string") return { file };
  if (typeof source === "string" && typeof id === "string") {
    return value as SecretReference;
  }
  return undefined;
}

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

function fillVariables(text: string, read: (reference: SecretReference) => string): string {
  return text.replace(VARIABLE, (_, env: string) => read({ env }));
}

/** A secret whose port throws is reported by the core. */
function askPort(reference: SecretReference, secrets: Secrets): string {
  try {
    return secrets(reference) ?? "";
  } catch {
    return "";
  }
}
