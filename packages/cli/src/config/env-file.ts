// The options --env-file and --no-env-file → the file in which references to secrets look up variables that are not set.
//
// Every start of the command imports this file, so it only has types of @hookwright/config: its parsers take long to load.
import { dirname, join } from "node:path";
import type { EnvFileSource } from "@hookwright/config";
import type { Command } from "commander";
import type { Io } from "../io.ts";

/** For every command that reads secrets. */
export function withEnvFile(command: Command): Command {
  return command
    .option(
      "--env-file <file>",
      "variables for secrets that the environment does not have (default: .env beside the config)",
    )
    .option("--no-env-file", "read no such file");
}

/** The same streams, with the options of the command that is about to run. */
export function readEnvFileOption(program: Command, io: Io): Io {
  let envFile: Io["envFile"];
  program.hook("preAction", (_, command) => {
    const { envFile: option } = command.opts<Pick<Io, "envFile">>();
    envFile = option;
  });
  // A copy would open standard input, which most commands do not read.
  return Object.create(io, { envFile: { get: () => envFile } }) as Io;
}

/** `config` is a path, or `-` or undefined where there is none: then the working directory counts. */
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
