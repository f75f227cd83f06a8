// A path → the secret in that file, which is made where there is none.
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { createNodeSecrets, type EnvFileSource } from "@hookwright/config";
import { readSecret as readChecked, type SecretInput } from "@hookwright/core";
import { readTextIfThere, writeDurable } from "@hookwright/node-kit/files";

/** As long as those of existing set-ups: 48 hexadecimal digits. */
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
  /** Relative paths begin at its folder. */
  readonly configPath: string;
  /** Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where variables are looked up that `env` does not have. Default: nowhere. */
  readonly envFile?: EnvFileSource | undefined;
  /** `secrets.providers` of the config. */
  readonly providers?: unknown;
}

/** As `run` reads it. Undefined where it is missing, or is nothing that can name a secret. */
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
