// A secret-bearing value of a config that was not checked yet → the secret behind it.
import { dirname } from "node:path";
import { createNodeSecrets } from "@hookwright/config";
import { readSecret as readChecked, type SecretInput } from "@hookwright/core";

interface SecretContext {
  /** Relative paths begin at its folder. */
  readonly configPath: string;
  /** Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** `secrets.providers` of the config. */
  readonly providers?: unknown;
}

/** As `run` reads it. Undefined where it is missing, or is nothing that can name a secret. */
export function readSecret(
  written: unknown,
  { configPath, env = process.env, providers }: SecretContext,
): string | undefined {
  if (typeof written !== "string" && (typeof written !== "object" || written === null)) {
    return undefined;
  }
  const secrets = createNodeSecrets({ env, baseDir: dirname(configPath), providers });
  const read = readChecked(written as SecretInput, ["hooks", "gmail"], secrets);
  return read.ok && read.secret !== "" ? read.secret : undefined;
}
