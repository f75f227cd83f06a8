// The streams of a process → the command line: commands, options, help.
import { Command, InvalidArgumentError, Option } from "commander";
import { parseAdmin } from "./admin/parse-admin.ts";
import { addSenderCommands } from "./commands/add-sender-commands.ts";
import type { CheckOptions } from "./commands/check/check-options.ts";
import { addDiff } from "./commands/diff/add-diff.ts";
import type { ExplainOptions } from "./commands/explain.ts";
import { addGmail } from "./commands/gmail/add-gmail.ts";
import { addInit } from "./commands/init/add-init.ts";
import { addOperate } from "./commands/operate/add-operate.ts";
import { addRecord } from "./commands/record/add-record.ts";
import type { ServeOptions } from "./commands/serve.ts";
import { JSON_OPTION, STATE_OPTION } from "./commands/shared-options.ts";
import { addTestCommand } from "./commands/test/add-test-command.ts";
import { chooseConfig, withConfigArgument } from "./config/choose-config.ts";
import { CHECK_EXAMPLES, EXAMPLES, EXPLAIN_EXAMPLES, SERVE_EXAMPLES } from "./help-texts.ts";
import type { Io } from "./io.ts";
import { readVersion } from "./read-version.ts";

/** `finish` gets the exit code of the command that ran. */
export function createProgram(io: Io, finish: (exitCode: number) => void): Command {
  const program = new Command("hookwright")
    .description("Turns webhooks into actions for an AI-agent gateway.")
    .version(readVersion())
    .exitOverride()
    // `runs show ID --json` is the option of `show`, though `runs` has one of that name.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // run.ts prints these errors like those of the commands.
      outputError: () => undefined,
    })
    .addHelpText("after", EXAMPLES);
  // Each is imported when it runs: help, and a wrong command line, need none of them.
  addServe(program, async (file, options) => {
    const config = chooseConfig(file, options);
    const { serve } = await import("./commands/serve.ts");
    finish(await serve({ ...options, config }, io));
  });
  addCheck(program, async (file, options) => {
    const config = chooseConfig(file, options);
    const { check } = await import("./commands/check.ts");
    finish(await check(config, options, io));
  });
  addExplain(program, async (file, options) => {
    const config = chooseConfig(file, options);
    const { explain } = await import("./commands/explain.ts");
    finish(await explain(config, options, io));
  });
  addInit(program, io, finish);
  addTestCommand(program, io, finish);
  addSenderCommands(program, io, finish);
  addDiff(program, io, finish);
  addRecord(program, io, finish);
  addGmail(program, io, finish);
  addOperate(program, io, finish);
  return program;
}

/** One above 18789, the default of the gateway, so that both can run on one machine. */
const DEFAULT_PORT = 18790;

/** What a command does with `[config]` and its options. */
type ConfigAction<Options> = (
  file: string | undefined,
  options: Options & { readonly config?: string },
) => Promise<void>;

function addServe(program: Command, action: ConfigAction<Omit<ServeOptions, "config">>): void {
  const serve = program
    .command("serve")
    .description("Receive webhooks and dispatch the actions that they become.");
  withConfigArgument(serve, "JSON, JSONC, JSON5 or YAML; - for standard input")
    .option("--port <number>", "port to listen on; 0 for any free port", parsePort, DEFAULT_PORT)
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option(
      "--dispatch <target>",
      "print, host (this process carries actions out), or forward:<url of another gateway's hooks>",
      "print",
    )
    .option("--host-config <file>", "settings of the host, where they are not in the config")
    .option(...STATE_OPTION)
    .option(
      "--admin <address>",
      "[host:]port of GET /healthz and GET /metrics; on 127.0.0.1 unless a host is named",
      parseAdmin,
    )
    .option(
      "--admin-host <name>",
      "a name by which that port is reached, beside its addresses and localhost; may be repeated",
      collect,
    )
    .option(
      "--forward-token-env <name>",
      "environment variable with the token of that gateway",
      "HOOKWRIGHT_FORWARD_TOKEN",
    )
    .option("--redis-url-env <name>", "environment variable with the URL of a Redis for repeats")
    .option("--mail", "also watch the mailbox of hooks.gmail; its mails go straight into the hooks")
    .option("--watch", "reload when the config or a transform module changes")
    .option(...JSON_OPTION)
    .addHelpText("after", SERVE_EXAMPLES)
    .action(action);
}

function addCheck(program: Command, action: ConfigAction<CheckOptions>): void {
  const check = program.command("check").description("Report every problem of a config.");
  withConfigArgument(check, "file to check; - for standard input")
    .option("--strict", "treat warnings as errors")
    .option("--secrets", "treat missing secrets as errors, as serve does")
    .option("--host-config <file>", "settings of a host, where they are not in the config")
    .option("--events <path>", "also look at what events show: a folder of event files, or a file")
    .addOption(
      new Option(
        "--fix [what]",
        "mend what can be mended in place; all: also where that is a guess",
      )
        .choices(["safe", "all"])
        .preset("safe"),
    )
    .option("--dry-run", "with --fix: print the changes, and write nothing")
    .option("--reach", "also list which mappings take events from others")
    .addOption(transformsOption("build transform modules only, or also load what they export"))
    .option(...JSON_OPTION)
    .addHelpText("after", CHECK_EXAMPLES)
    .action(action);
}

function addExplain(program: Command, action: ConfigAction<ExplainOptions>): void {
  const explain = program
    .command("explain")
    .description("Show what one event becomes, and why. Nothing is dispatched.");
  withConfigArgument(explain, "file with the mappings; - for standard input")
    .option(
      "--event <file>",
      "a recorded event: push.event.json, .json5 or .yaml, all.ndjson:3, push.json",
    )
    .option("--http <file>", "a captured request: head, empty line, body; - for standard input")
    .option("--name <name>", "name of the hook, which follows the base path: github")
    .option("--payload <file>", "JSON body; - for standard input (default: an empty object)")
    .addOption(
      transformsOption("leave the transform of the mapping out, or run it with its effects"),
    )
    .option("--host-config <file>", "settings of a host, where they are not in the config")
    .option("--header <name:value>", "a header of the request; may be repeated", collect)
    .option("--query <name=value>", "a query parameter; may be repeated", collect)
    .option(...JSON_OPTION)
    .addHelpText("after", EXPLAIN_EXAMPLES)
    .action(action);
}

function transformsOption(description: string): Option {
  return new Option("--transforms <what>", description).choices(["skip", "run"]).default("skip");
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("Write a number from 0 to 65535.");
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
