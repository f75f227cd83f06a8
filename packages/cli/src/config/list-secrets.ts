// The environment and the .env file of a config → values that may be secrets.
import { readEnvFile } from "@hookwright/config/internal";
import type { Io } from "../io.ts";
import { envFileOf } from "./env-file.ts";

/** A shorter value may be a part of an ordinary word. */
const MIN_SECRET_CHARACTERS = 8;

/** Values of the environment and of the .env file that the config would read. */
export function listSecrets(
  config: string | undefined,
  io: Pick<Io, "env" | "envFile">,
): readonly string[] {
  const source = envFileOf(config, io);
  const ofFile = source === undefined ? [] : readEnvFile(source).values;
  return [...Object.values(io.env), ...ofFile].filter(
    (value): value is string => value !== undefined && value.length >= MIN_SECRET_CHARACTERS,
  );
}
