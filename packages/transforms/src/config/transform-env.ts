// An environment, a config and the names of variables to pass on → the environment that modules see.
import type { Secrets } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";
import { findConfigSecrets } from "./config-secrets.ts";

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
  const { values, variables } = findConfigSecrets(readOwn(config, "hooks"), secrets);
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
