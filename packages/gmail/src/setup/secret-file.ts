// A path → the secret in that file, which is created if it is missing.
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { createNodeSecrets, type EnvFileSource } from "@hookwright/config";
import { readSecret as readChecked, type SecretInput } from "@hookwright/core";
import { readTextIfThere, writeDurable } from "@hookwright/node-kit/files";

/** As long as the secrets of existing setups: 48 hexadecimal digits. */
const SECRET_BYTES = 24;

/** Only its owner can read the file. Rejects with the error of the system. */
export async function readOrMakeSecret(path: string): Promise<string> {
  const before = (await readTextIfThere(path))?.trim() ?? "";
  if (before !== "") return before;
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  await writeDurable(path, `${secret}\n`);
  return secret;
}

interface SecretContext {
  /** Relative paths start at its folder. */
  readonly configPath: string;
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Variables that `env` lacks are looked up here. Default: nowhere. */
  readonly envFile?: EnvFileSource | undefined;
  /** `secrets.providers` of the config. */
  readonly providers?: unknown;
}

/** Reads a secret as `run` does. Undefined if it is missing, or is not a valid reference. */
export function readSecretFile(
  written: unknown,
  { configPath, env = process.env, envFile, providers }: SecretContext,
): string | undefined {
  if (typeof written !== "string" && (typeof written !== "object" || written === null)) {
    return undefined;
  }
  const secrets = createNodeSecrets({ env, envFile, baseDir: dirname(configPath), providers });
  const read = readChecked(written as SecretInput, ["hooks", "gmail"], secrets, "text");
  return read.ok && read.secret !== "" ? read.secret : undefined;
}
