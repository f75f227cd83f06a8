// The command line → gmail run.
import { type Command, Option } from "commander";
import { chooseConfig, withConfigArgument } from "../../config/choose-config.ts";
import type { Io } from "../../io.ts";
import { JSON_OPTION, mailStateOf, withMailState } from "../shared-options.ts";
import { requireGmail } from "./require-gmail.ts";

export function addGmailRun(gmail: Command, io: Io, finish: (exitCode: number) => void): void {
  const run = gmail
    .command("run")
    .description("Watch the mailbox of a config, and post each new mail to its hook.");
  withMailState(withConfigArgument(run, "the config with hooks.gmail"))
    .addOption(
      new Option("--mode <mode>", "how new mail is noticed (default: as the config says)").choices([
        "pull",
        "push",
        "poll",
      ]),
    )
    .option("--skip <id>", "a mail that is not posted; may be repeated", collect)
    .option(...JSON_OPTION)
    .addHelpText("after", EXIT_CODES)
    .action(async (file, options) => {
      await requireGmail();
      const config = chooseConfig(file, options);
      const { run } = await import("./run.ts");
      finish(await run({ ...options, config, ...mailStateOf(options) }, io));
    });
}

const EXIT_CODES = `
Exit codes: 0 stopped by a signal, 1 stopped for the reason that is printed, 2 wrong command line,
3 somebody must log in again (hookwright gmail setup).
`;

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
