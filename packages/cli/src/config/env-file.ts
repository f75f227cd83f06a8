// The options --env-file and --no-env-file → the file with variables for secrets that the environment lacks.
//
// Every command imports this file, so it imports only types of @hookwright/config, whose parsers load slowly.
import { dirname, join } from "node:path";
import type { EnvFileSource } from "@hookwright/config";
import type { Command } from "commander";
import type { Io } from "../io.ts";

/** For every command that reads secrets. */
export function withEnvFile(command: Command): Command {
  return command
    .option(
      "--env-file <file>",
      "file with variables for secrets that the environment lacks (default: .env beside the config)",
    )
    .option("--no-env-file", "do not read a file with variables");
}

/** The same streams, with the options of the command that runs. */
export function readEnvFileOption(program: Command, io: Io): Io {
  let envFile: Io["envFile"];
  program.hook("preAction", (_, command) => {
    const { envFile: option } = command.opts<Pick<Io, "envFile">>();
    envFile = option;
  });
  // A spread would open standard input, which most commands do not read.
  return Object.create(io, { envFile: { get: () => envFile } }) as Io;
}

/** `config` is a path; for `-` or undefined, the file is in the working directory. */
export function envFileOf(
  config: string | undefined,
  { envFile }: Pick<Io, "envFile">,
  beside: "config" | "plan" = "config",
): EnvFileSource | undefined {
  if (envFile === false) return undefined;
  if (envFile !== undefined) return { path: envFile };
  const folder = config === undefined || config === "-" ? "." : dirname(config);
  return { path: join(folder, ".env"), isOptional: true, beside };
}
