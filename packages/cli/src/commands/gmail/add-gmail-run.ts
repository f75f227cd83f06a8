// The command line → gmail run.
import { type Command, Option } from "commander";
import type { Io } from "../../io.ts";
import { JSON_OPTION } from "../shared-options.ts";
import { requireGmail } from "./require-gmail.ts";

export function addGmailRun(gmail: Command, io: Io, finish: (exitCode: number) => void): void {
  gmail
    .command("run")
    .description("Watch the mailbox of a config, and post each new mail to its hook.")
    .requiredOption("--config <file>", "the config with hooks.gmail")
    .addOption(
      new Option("--mode <mode>", "how new mail is noticed (default: as the config says)").choices([
        "pull",
        "push",
        "poll",
      ]),
    )
    .option("--skip <id>", "a mail that is not posted; may be repeated", collect)
    .option(
      "--state <folder>",
      "where logins and cursors are kept (default: $XDG_STATE_HOME/hookwright, else ~/.local/state/hookwright)",
    )
    .option(...JSON_OPTION)
    .addHelpText("after", EXIT_CODES)
    .action(async (options) => {
      await requireGmail();
      finish(await (await import("./run.ts")).run(options, io));
    });
}

const EXIT_CODES = `
Exit codes: 0 stopped by a signal, 1 stopped for the reason that is printed, 2 wrong command line,
3 somebody must log in again (hookwright gmail setup).
`;

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
