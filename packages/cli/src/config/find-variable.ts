// The name of a variable → its value, from the environment or the file that --env-file names.
import { createNodeSecrets } from "@hookwright/config/runtime";
import { CliError } from "../cli-error.ts";
import type { Io } from "../io.ts";
import { envFileOf } from "./env-file.ts";

/** For a variable that an option names. Throws if the file of --env-file cannot be read. */
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
