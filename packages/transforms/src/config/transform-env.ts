// An environment, a config and the names it passes on → the environment that modules see.
import type { Secrets } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";
import { findConfigSecrets } from "./config-secrets.ts";

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface TransformEnvOptions {
  readonly env: Environment;
  /** Absent: all. */
  readonly names?: readonly string[];
  readonly secrets: Secrets;
}

/**
 * Modules read their own tokens from the environment, so it is passed on; but a module that could
 * read the hook token could send events in anyone's name.
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

/** `Bearer <token>`, a URL with it, a whole config as text. What is shorter is in many a value by chance. */
const MIN_CONTAINED_CHARS = 8;
