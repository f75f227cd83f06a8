// A secret-bearing value of a config → the secret behind it.
import { dirname } from "node:path";
import { createNodeSecrets } from "@hookwright/config";
import type { SecretReference } from "@hookwright/core";

export interface SecretContext {
  /** Relative paths begin at its folder. */
  readonly configPath: string;
  /** Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Undefined where it is missing. A text is the secret itself, unless it is `${NAME}`. */
export function readSecret(
  written: unknown,
  { configPath, env = process.env }: SecretContext,
): string | undefined {
  const name = typeof written === "string" ? /^\$\{(\w+)\}$/.exec(written)?.[1] : undefined;
  if (typeof written === "string" && name === undefined) return written;
  const reference = name === undefined ? (written as SecretReference) : { env: name };
  if (typeof reference !== "object" || reference === null) return undefined;
  const secrets = createNodeSecrets({ env, baseDir: dirname(configPath) });
  return secrets(reference) || undefined;
}
