// The command line → the commands about mail: gmail setup, run, status, stop.
import { type Command, InvalidArgumentError, Option } from "commander";
import { chooseConfig, withConfigArgument } from "../../config/choose-config.ts";
import type { Io } from "../../io.ts";
import { FOR_MAIL, requirePackages } from "../../require-packages.ts";
import { collect, JSON_OPTION, mailStateOf, parsePort, withMailState } from "../shared-options.ts";

/** Each action is imported when it runs: Google's library is an optional part. */
export function addGmail(program: Command, io: Io, finish: (exitCode: number) => void): void {
  const gmail = program
    .command("gmail")
    .description("Turn each new mail of a Gmail mailbox into an event.")
    .addHelpText("after", GMAIL_EXAMPLES);
  const setup = gmail
    .command("setup")
    .description("Log in to Google, create what the mode needs, and write it to the config.");
  withMailState(withConfigArgument(setup, "config to create or to edit in place"))
    .requiredOption("--account <address>", "mail address")
    .addOption(
      new Option(
        "--mode <mode>",
        "how new mail is noticed (default: as the config says, else pull)",
      ).choices(MODES),
    )
    .option(
      "--client <file>",
      "JSON file of an OAuth client of the type Desktop app, for the login",
    )
    .option(
      "--credentials <file>",
      "credentials instead of a login: authorized_user or service_account",
    )
    .option("--label <name>", "label to watch (default: INBOX)")
    .option("--project <id>", "Google Cloud project (default: that of the client)")
    .option("--topic <name>", "Pub/Sub topic (default: hookwright-gmail)")
    .option("--subscription <name>", "Pub/Sub subscription (default: hookwright-gmail-<account>)")
    .option(
      "--hook-url <url>",
      "where mails are posted (default: the hooks of serve on this machine)",
    )
    .option(
      "--deliver <channel:to>",
      "where the host sends answers about mail, such as telegram:123456789",
    )
    .option("--push-endpoint <url>", "push: the public HTTPS address of the push route")
    .option("--push-service-account <email>", "push: who signs the posts (default: a token)")
    .option(
      "--port <number>",
      "port for the redirect of the browser (default: any free port)",
      parsePort,
      0,
    )
    .option("--timeout <minutes>", "minutes to wait for the login", parseMinutes, DEFAULT_MINUTES)
    .option("--open", "also open the login page in a browser")
    .option("--dry-run", "print the steps without doing them")
    .option(...JSON_OPTION)
    .action(async (file, options) => {
      await requirePackages(FOR_MAIL);
      const config = chooseConfig(file, options, { otherwise: "hooks.json5" });
      const { setup } = await import("./setup.ts");
      finish(await setup({ ...options, config, ...mailStateOf(options) }, io));
    });
  addGmailRun(gmail, io, finish);
  const status = gmail
    .command("status")
    .description("Show the state of each watched mailbox. Exit code 1: a person must act.");
  withMailState(status)
    .option(...JSON_OPTION)
    .action(async (options) => {
      await requirePackages(FOR_MAIL);
      const { status } = await import("./status.ts");
      finish(await status({ ...options, ...mailStateOf(options) }, io));
    });
  const stop = gmail
    .command("stop")
    .description("Stop the notifications; with --revoke, also delete what setup created.");
  withMailState(withConfigArgument(stop, "config with hooks.gmail"))
    .requiredOption("--account <address>", "mail address")
    .option("--revoke", "delete the subscription and topic, revoke the login, remove the files")
    .option(...JSON_OPTION)
    .action(async (file, options) => {
      await requirePackages(FOR_MAIL);
      const config = chooseConfig(file, options);
      const { stop } = await import("./stop.ts");
      finish(await stop({ ...options, config, ...mailStateOf(options) }, io));
    });
}

const MODES = ["pull", "push", "poll"];

const DEFAULT_MINUTES = 10;

function parseMinutes(text: string): number {
  if (/^\d{1,4}(?:\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Write minutes, such as 10.");
}

/** The command line → gmail run. */
function addGmailRun(gmail: Command, io: Io, finish: (exitCode: number) => void): void {
  const run = gmail
    .command("run")
    .description("Watch the mailbox of a config and post each new mail to its hook.");
  withMailState(withConfigArgument(run, "config with hooks.gmail"))
    .addOption(
      new Option("--mode <mode>", "how new mail is noticed (default: as the config says)").choices(
        MODES,
      ),
    )
    .option("--skip <id>", "id of a mail to skip; may be repeated", collect)
    .option(...JSON_OPTION)
    .addHelpText("after", EXIT_CODES)
    .action(async (file, options) => {
      await requirePackages(FOR_MAIL);
      const config = chooseConfig(file, options);
      const { run } = await import("./run.ts");
      finish(await run({ ...options, config, ...mailStateOf(options) }, io));
    });
}

const EXIT_CODES = `
Exit codes: 0 stopped by a signal, 1 stopped for the reason that is printed, 2 wrong command line,
3 a new login is needed (hookwright gmail setup).
`;

/** The text that `hookwright gmail --help` prints after the commands. */
const GMAIL_EXAMPLES: string = `
Examples:
  hookwright gmail setup hooks.json5 --account you@gmail.com --client client.json --dry-run
  hookwright gmail setup hooks.json5 --account you@gmail.com --client client.json
  hookwright gmail setup hooks.json5 --account you@example.org --credentials key.json
  hookwright gmail setup hooks.json5 --account you@gmail.com --client client.json --mode poll
  hookwright gmail setup hooks.json5 --account you@gmail.com --deliver telegram:123456789
  hookwright gmail run hooks.json5
  hookwright gmail status
  hookwright gmail stop hooks.json5 --account you@gmail.com --revoke

setup can be run again at any time: it keeps what exists, and continues where it was interrupted. It edits the
config in place, and undoes the edit if the config cannot be served.

Needs npm install @hookwright/gmail beside hookwright. No gcloud, no tunnel and no browser on this machine.
`;
