// The options --env-file and --no-env-file → the file in which references to secrets look up variables that are not set.
import { dirname, join } from "node:path";
import { createNodeSecrets, type EnvFileSource } from "@hookwright/config";
import type { Command } from "commander";
import { CliError } from "../cli-error.ts";
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
): EnvFileSource | undefined {
  if (envFile === false) return undefined;
  if (envFile !== undefined) return { path: envFile };
  const folder = config === undefined || config === "-" ? "." : dirname(config);
  return { path: join(folder, ".env"), isOptional: true };
}

/** The value of a variable that an option names. Throws where the file of --env-file cannot be read. */
export function findVariable(
  name: string,
  config: string | undefined,
  io: Pick<Io, "env" | "envFile">,
): string | undefined {
  const secrets = createNodeSecrets({
    env: io.env,
    envFile: envFileOf(config, io),
    onProblem: ({ severity, message, hint }) => {
      if (severity !== "error") return;
      throw new CliError(message, { exitCode: 2, ...(hint !== undefined && { hint }) });
    },
  });
  return secrets({ env: name });
}
