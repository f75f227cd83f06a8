// The streams of a process → the command line: commands, options, help.

import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { parseAdmin } from "./admin/serve-admin.ts";
import type { BuildOptions } from "./commands/build.ts";
import type { CheckOptions } from "./commands/check.ts";
import type { Shell } from "./commands/completion/completion.ts";
import type { ExplainOptions } from "./commands/explain.ts";
import { addGmail } from "./commands/gmail/add-gmail.ts";
import type { InitOptions } from "./commands/init/init.ts";
import { addOperate } from "./commands/operate/add-operate.ts";
import type { ServeOptions } from "./commands/serve/served-file.ts";
import {
  collect,
  JSON_OPTION,
  parsePort,
  STATE_OPTION,
  wholeNumber,
} from "./commands/shared-options.ts";
import { chooseConfig, nameConfig, withConfigArgument } from "./config/choose-config.ts";
import { readEnvFileOption, withEnvFile } from "./config/env-file.ts";
import { DEFAULT_PORT } from "./default-port.ts";
import {
  BUILD_EXAMPLES,
  CHECK_EXAMPLES,
  COMPLETION_EXAMPLES,
  EXAMPLES,
  EXPLAIN_EXAMPLES,
  PLAYGROUND_EXAMPLES,
  SEND_EXAMPLES,
  SERVE_EXAMPLES,
  TEST_EXAMPLES,
  VERIFY_EXAMPLES,
} from "./help-texts.ts";
import type { Io } from "./io.ts";
import { DEFAULT_WIDTH, widthOf } from "./output/style.ts";
import { readVersion } from "./read-version.ts";

/** `finish` is called with the exit code of the command. */
export function createProgram(streams: Io, finish: (exitCode: number) => void): Command {
  const program = new Command("hookwright");
  const io = readEnvFileOption(program, streams);
  program
    .description("Turns webhooks into actions for an AI-agent gateway.")
    .version(readVersion(), "-v, --version")
    .commandsGroup(LAST_GROUP.title)
    .helpCommand("help [command...]", "Display help for a command.")
    .exitOverride()
    // `runs show ID --json` is the option of `show`, though `runs` has one of that name.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => widthOf(io.stdout) ?? DEFAULT_WIDTH,
      getErrHelpWidth: () => widthOf(io.stderr) ?? DEFAULT_WIDTH,
      // run.ts prints these errors like those of the commands.
      outputError: () => undefined,
    })
    .addHelpText("after", EXAMPLES);
  // Commands are imported when they run: help and wrong arguments need none of them.
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
  addBuild(program, async (file, options) => {
    const config = chooseConfig(file, options);
    const { build } = await import("./commands/build.ts");
    finish(await build(config, options, io));
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
  addEvent(program, io, finish);
  addRecord(program, io, finish);
  addPlayground(program, io, finish);
  addGmail(program, io, finish);
  addOperate(program, io, finish);
  addCompletion(program, io, finish);
  program.command("version").description("Print the version.");
  groupCommands(program);
  return program;
}

const DOCS = "https://github.com/hookwright/hookwright/blob/main/docs/";

/** The groups of `--help`, in this order, with their docs pages. */
const GROUPS = [
  {
    title: "Write mappings:",
    page: "cli.md",
    names: ["init", "check", "test", "explain", "diff", "event", "record", "playground"],
  },
  {
    title: "Receive webhooks:",
    page: "cli.md",
    names: ["serve", "build", "send", "verify", "gmail"],
  },
  {
    title: "Operate a host:",
    page: "host.md#look-and-act",
    names: [
      ...["status", "show", "runs", "events", "deliveries", "sessions", "heartbeat"],
      ...["send-test", "route", "reload"],
    ],
  },
  { title: "This command line:", page: "cli.md#completion", names: ["completion", "version"] },
] as const;

/** For commands in no other group, such as `help`. */
const LAST_GROUP = GROUPS[3];

function groupCommands(program: Command): void {
  const order = GROUPS.flatMap(({ names }) => names as readonly string[]);
  const placeOf = (command: Command) => order.indexOf(command.name());
  (program.commands as Command[]).sort((a, b) => placeOf(a) - placeOf(b));
  for (const command of program.commands) {
    const name = command.name();
    const { title, page } =
      GROUPS.find(({ names }) => names.some((one) => one === name)) ?? LAST_GROUP;
    command.helpGroup(title);
    const anchor = page.includes("#") ? page : `${page}#${name}`;
    for (const one of [command, ...command.commands]) {
      one.addHelpText("after", `\nDocs: ${DOCS}${anchor}\n`);
    }
  }
  program.addHelpText("after", `Docs: ${DOCS}README.md\n`);
}

function addCompletion(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command("completion")
    .description("Print a shell completion script.")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", COMPLETION_EXAMPLES)
    .action(async (shell: Shell) => {
      const { completion } = await import("./commands/completion/completion.ts");
      finish(completion(shell, program, io));
    });
}

const COUNT = wholeNumber(0, 999_999_999);

function parseLease(text: string): number {
  const seconds = Number(text);
  if (/^\d{1,4}$/.test(text) && seconds >= 2 && seconds <= 3_600) return seconds;
  throw new InvalidArgumentError("It must be a whole number from 2 to 3600.");
}

/** The action of a command with `[config]` and options. */
type ConfigAction<Options> = (
  file: string | undefined,
  options: Options & { readonly config?: string },
) => Promise<void>;

function addServe(program: Command, action: ConfigAction<Omit<ServeOptions, "config">>): void {
  const serve = program
    .command("serve")
    .description("Receive webhooks and dispatch the resulting actions.");
  withConfigArgument(serve, "config (JSON, JSONC, JSON5 or YAML) or plan; - for standard input")
    .option("--port <number>", "port to listen on; 0 for any free port", parsePort, DEFAULT_PORT)
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option(
      "--dispatch <target>",
      "where actions go: print, host (this process runs them), or forward:<url of another gateway's hooks>",
      "print",
    )
    .option("--host-config <file>", "file with the settings of the host, if the config has none")
    .option(...STATE_OPTION)
    .option(
      "--admin <address>",
      "serve /healthz, /metrics and the API at [host:]port (default host: 127.0.0.1)",
      parseAdmin,
    )
    .option(
      "--admin-host <name>",
      "accept this Host on the admin port, besides its addresses and localhost; may be repeated",
      collect,
    )
    .option("--admin-public", "serve the API also if other machines can reach the admin port")
    .option("--admin-token-file <file>", "write the API's token to this file, for its owner alone")
    .option("--admin-write", "let the API retry, cancel and send; without this, it only reads")
    .option("--studio", "show requests live in the playground on the admin port")
    .option(
      "--studio-events",
      "with --studio: also what they contained, without secrets, in memory",
    )
    .option(
      "--forward-token-env <name>",
      "environment variable with the token of the gateway",
      "HOOKWRIGHT_FORWARD_TOKEN",
    )
    .option(
      "--redis-url-env <name>",
      "environment variable with the URL of a Redis that remembers events",
    )
    .option("--standby", "wait until no other `serve --standby` has the store, and take it over")
    .option(
      "--lease <seconds>",
      "with --standby: how long this process may be silent before another one takes over (2 to 3600, default: 15)",
      parseLease,
    )
    .option("--mail", "also watch the mailbox of hooks.gmail")
    .option("--watch", "reload when the config or a transform module changes")
    .option(...JSON_OPTION)
    .addHelpText("after", SERVE_EXAMPLES)
    .action(action);
}

function addCheck(program: Command, action: ConfigAction<CheckOptions>): void {
  const check = program.command("check").description("Report every problem in a config.");
  withConfigArgument(check, "config to check; - for standard input")
    .option("--strict", "treat warnings as errors")
    .option("--secrets", "treat missing secrets as errors, as serve does")
    .option("--host-config <file>", "file with the settings of a host, if the config has none")
    .option("--events <path>", "also check the config against recorded events: a folder or a file")
    .addOption(
      new Option("--fix [what]", "fix problems in place; all: also apply guesses")
        .choices(["safe", "all"])
        .preset("safe"),
    )
    .option("--dry-run", "with --fix: print the changes without writing them")
    .option("--reach", "also list mappings that take events from other mappings")
    .addOption(transformsOption("only build transform modules, or also load them"))
    .option(...JSON_OPTION)
    .addHelpText("after", CHECK_EXAMPLES)
    .action(action);
}

function addBuild(program: Command, action: ConfigAction<BuildOptions>): void {
  const build = program
    .command("build")
    .description("Compile a config into a plan: JSON without secrets, which serve can run.");
  withConfigArgument(build, "config to build; - for standard input")
    .option("--out <file>", "write the plan to this file (default: standard output)")
    .option("--host-config <file>", "file with the settings of a host, if the config has none")
    .option(...JSON_OPTION)
    .addHelpText("after", BUILD_EXAMPLES)
    .action(action);
}

function addExplain(program: Command, action: ConfigAction<ExplainOptions>): void {
  const explain = program
    .command("explain")
    .description("Show what one event becomes and why, without dispatching it.");
  withConfigArgument(explain, "config with the mappings; - for standard input")
    .option(
      "--event <file>",
      "recorded event: push.event.json, .json5 or .yaml, all.ndjson:3, push.json",
    )
    .option("--http <file>", "captured request (head, empty line, body); - for standard input")
    .option("--name <name>", "name of the hook in the URL, such as github")
    .option("--payload <file>", "JSON body; - for standard input (default: an empty object)")
    .addOption(
      transformsOption("skip the transform of the mapping, or run it with its side effects"),
    )
    .option("--host-config <file>", "file with the settings of a host, if the config has none")
    .option("--header <name:value>", "request header; may be repeated", collect)
    .option("--query <name=value>", "query parameter; may be repeated", collect)
    .option(...JSON_OPTION)
    .addHelpText("after", EXPLAIN_EXAMPLES)
    .action(action);
}

function transformsOption(description: string): Option {
  return new Option("--transforms <what>", description).choices(["skip", "run"]).default("skip");
}

const DIFF_EXAMPLES = `
Examples:
  hookwright diff hooks.json5 next.json5 --events events
  hookwright diff git:HEAD hooks.json5 --events events
  hookwright diff git:v1.2:config/hooks.yaml config/hooks.yaml --events all.ndjson --allow text,fields
  hookwright diff git:origin/main hooks.json5 --events events --allow new:ci-failed --report diff.html

Both configs resolve every event with the same clock and ids. Tokens and secrets are not compared, and transforms
are skipped.

Exit code: 0 if there are only differences that --allow accepts, 1 if there are others, 2 if the command line, a
config or an event is wrong. Without --events, the differences of the mappings decide.
`;

/** The command line → the command that compares two configs. */
function addDiff(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command("diff")
    .description("Compare what two versions of a config make of recorded events.")
    .argument("<old>", "config, or git:REF[:PATH] for a config in a commit")
    .argument(
      "[new]",
      "config, or git:REF[:PATH] (default: hooks.yaml, .json5 or .json in this folder)",
    )
    .option("--events <path>", "folder with event files, or a file of events")
    .option(
      "--allow <classes>",
      "accept these differences: text,fields or new:kuma-up; may be repeated",
      collect,
    )
    .option("--report <file>", "also write the differences as an HTML page")
    .option(...JSON_OPTION)
    .addHelpText("after", DIFF_EXAMPLES)
    .action(async (before, after, options) => {
      const { diff } = await import("./commands/diff/diff.ts");
      finish(await diff({ before, after: chooseConfig(after, {}), ...options }, io));
    });
}

const INIT_EXAMPLES = `
Examples:
  hookwright init
  hookwright init hooks --providers github,stripe
  hookwright init --providers gmail --channel telegram --yes

On a terminal it asks for missing options, unless --json or --yes is given. Existing files are not overwritten.

Exit code: 0 if the folder is ready, 1 if files are in the way, 2 if an option is missing.
`;

/** The command line → `hookwright init`. */
function addInit(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command("init")
    .description("Create a folder with mappings, sample events and passing tests.")
    .argument("[dir]", "folder to create or add to", ".")
    .option("--providers <names>", "providers of the webhooks: github,stripe", splitNames)
    .option("--channel <id>", "channel for answers: telegram, slack, … (default: last)")
    .addOption(
      new Option("--format <format>", "format of the config (default: yaml)").choices([
        "yaml",
        "json5",
        "json",
      ]),
    )
    .option("--token", "write .env with a random token (default)")
    .option("--no-token", "do not write .env")
    .option("--vscode", "point VS Code to the schema")
    .option("--yes", "use the defaults without asking")
    .option("--force", "overwrite existing files")
    .option(...JSON_OPTION)
    .addHelpText("after", INIT_EXAMPLES)
    .action(async (directory: string, options: InitOptions) => {
      const command = await import("./commands/init/init.ts");
      const isTerminal = process.stdin.isTTY === true && io.stdout.isTTY === true;
      const ask = isTerminal
        ? async (open: InitOptions) => (await import("./commands/init/ask.ts")).askMissing(open)
        : undefined;
      finish(await command.init(directory, options, { io, ask }));
    });
}

function splitNames(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

const EVENT_EXAMPLES = `
Examples:
  hookwright event push.json --name github --header x-github-event:push
  hookwright event alert.json --name uptime --out events/down.event.json

Exit code: 0 if the file was written, 1 if it exists already, 2 if the command line or the payload is wrong.
`;

/** The command line → the command that makes event files. */
function addEvent(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command("event")
    .description("Create an event file from a payload, for explain, test and send.")
    .argument("<payload>", "JSON body of a webhook; - for standard input")
    .requiredOption("--name <name>", "name of the hook in the URL, such as github")
    .option("--header <name:value>", "request header; may be repeated", collect)
    .option("--query <name=value>", "query parameter; may be repeated", collect)
    .option("--out <file>", "file to write (default: NAME.event.json beside the payload)")
    .option(...JSON_OPTION)
    .addHelpText("after", EVENT_EXAMPLES)
    .action(async (payload, options) => {
      const { makeEvent } = await import("./commands/make-event.ts");
      finish(await makeEvent(payload, options, io));
    });
}

const RECORD_EXAMPLES = `
Examples:
  hookwright record --out events
  hookwright record hooks.json5 --out events
  hookwright record hooks.json5 --out events --forward http://127.0.0.1:18789/hooks
  hookwright record --out events --keep people --keep payload.repository.name --redact payload.customer

Listens on loopback until a signal, or until --max events are recorded. Without a config, it creates a token for this
run and prints the URL to enter at the provider; a tunnel forwards its requests here. With a config, it requires the
tokens and signatures of that config, answers as serve does, and dispatches nothing.

Secrets are recognized by name, shape or value, and are not written: known tokens of some eighty vendors, long random
texts, values of the config and of the environment. Facts about people are replaced, equal ones by equal ones. A short
secret below an ordinary key and a person's name that occurs only in a text are not recognized: the last lines say what
was replaced, and you should read the files before you share them.
`;

/** The command line → the command that records events. */
function addRecord(program: Command, io: Io, finish: (exitCode: number) => void): void {
  withEnvFile(program.command("record"))
    .description("Record requests as event files without secrets.")
    .argument("[config]", "config whose token, signatures and mappings apply (default: none)")
    .addOption(new Option("--config <file>").hideHelp())
    .requiredOption("--out <folder>", "folder for the files: events/github/push-1.event.json")
    .option("--port <number>", "port to listen on; 0 for any free port", parsePort, DEFAULT_PORT)
    .option("--per-shape <number>", "maximum number of events of one shape", COUNT, 3)
    .option("--max <number>", "maximum number of events", COUNT, 1_000)
    .option("--forward <url>", "forward each request, and return its answer")
    .option("--keep <path>", "keep these values (people, or a path); may be repeated", collect)
    .option(
      "--redact <path>",
      "also replace these values (text, or a path); may be repeated",
      collect,
    )
    .option(...JSON_OPTION)
    .addHelpText("after", RECORD_EXAMPLES)
    .action(async (file, options) => {
      const config = nameConfig(file, options.config);
      const { record } = await import("./commands/record.ts");
      finish(await record({ ...options, ...(config !== undefined && { config }) }, io));
    });
}

/** The command line → the command that opens the author's files in a browser. */
function addPlayground(program: Command, io: Io, finish: (exitCode: number) => void): void {
  const command = program
    .command("playground")
    .description("Edit mappings in a browser and see what your events become.");
  withConfigArgument(command, "config to open")
    .option("--port <number>", "port to listen on; 0 for any free port", parsePort, 0)
    .option(
      "--hooks-port <number>",
      `port for requests of senders (default: ${DEFAULT_PORT}, or a free one if that is in use)`,
      parsePort,
    )
    .option("--token-file <file>", "write the token to this file instead of the terminal")
    .addHelpText("after", PLAYGROUND_EXAMPLES)
    .action(async (file, options) => {
      const config = chooseConfig(file, options);
      const { playground } = await import("./commands/playground.ts");
      finish(await playground(config, options, io));
    });
}

/** The action is imported when it runs, as in program.ts. */
function addTestCommand(program: Command, io: Io, finish: (exitCode: number) => void): void {
  const command = program
    .command("test")
    .description("Run the test files of configs.")
    .argument("[files...]", "test files or folders (default: this folder, three levels deep)")
    .option("--filter <text>", "only run cases whose names contain the text, ignoring case")
    .option("--update", "write changed snapshots, and remove unused ones")
    .option("--bail", "stop after the first case that fails")
    .option("--watch", "run again when a test, an event or the config changes")
    .addOption(
      new Option("--reporter <name>", "format of the report")
        .choices(["human", "tap", "junit", "json"])
        .default("human"),
    )
    .addOption(
      new Option(
        "--transforms <what>",
        "use the stubs of modules, or run the modules with their side effects",
      )
        .choices(["stub", "run"])
        .default("stub"),
    )
    .option("--verbose", "also list the cases that pass, with their times")
    .option(...JSON_OPTION);
  addMutateOptions(addCoverOptions(command))
    .addHelpText("after", TEST_EXAMPLES)
    .action(async (files, options) => {
      const command = await import("./commands/test/test.ts");
      finish(await command.test(files, options, io));
    });
}

/** The command "test" → the same with the options of mutation. */
function addMutateOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--mutate [what]",
        "change the config one thing at a time, to see whether a case fails; text: also drop lines of text; html: write coverage/mutation.html",
      ).choices(["text", "html"]),
    )
    .option("--min-mutation <percent>", "fail below this score", wholeNumber(0, 100))
    .option("--max-mutants <number>", "run a random sample of this many mutants", COUNT)
    .option("--seed <number>", "seed that repeats a sample", COUNT)
    .option("--since <ref>", "only mutate what changed since this git commit");
}

/** Each action is imported when it runs, as in program.ts. */
function addSenderCommands(program: Command, io: Io, finish: (exitCode: number) => void): void {
  const verify = program
    .command("verify")
    .description("Explain why a captured request passes authentication, or does not.")
    .argument(
      "[config]",
      "with --name, instead of --provider: the config of the hook (default: hooks.yaml, .json5 or .json in this folder)",
    )
    .addOption(new Option("--config <file>").hideHelp())
    .requiredOption(
      "--http <file>",
      "captured request (head, empty line, body); - for standard input",
    )
    .option("--provider <id>", "sender: github, stripe, …")
    .option("--public-key-env <name>", "environment variable with the public key", collect)
    .option("--public-key-file <file>", "file with the public key", collect)
    .option("--name <name>", "name of the hook in the config")
    .option(
      "--at <time>",
      "time of the check: 2026-01-31T12:00:00Z (default: its Date header, else now)",
    );
  withSecrets(verify)
    .option(...JSON_OPTION)
    .addHelpText("after", VERIFY_EXAMPLES)
    .action(async (file, options) => {
      const isFound = options.provider === undefined && options.name !== undefined;
      const config = isFound ? chooseConfig(file, options) : nameConfig(file, options.config);
      const command = await import("./commands/verify.ts");
      finish(await command.verify({ ...options, ...(config !== undefined && { config }) }, io));
    });
  const send = program
    .command("send")
    .description(
      "Send a sample event of a provider, or your own event, signed, and print the answer.",
    )
    .argument("[provider]", "provider: github, stripe, …")
    .option("--list", "list the providers with their events")
    .option(
      "--to <url>",
      "URL of the hook, or of the server without a path (default: the running serve of the config or plan)",
    )
    .option("--http <file>", "write the request to a file instead; - for standard output")
    .option("--event <name>", "sample event (default: the first of the provider)")
    .option("--event-file <file>", "send your own event: its path, headers, query and payload")
    .option("--body <file>", "send the bytes of your own body, with the headers of the sample")
    .option("--header <name:value>", "additional header; may be repeated", collect)
    .option(
      "--config <file>",
      "config with the hook and its secret (default: hooks.yaml, .json5 or .json in this folder)",
    )
    .addOption(
      new Option("--tamper <what>", "tamper with the request, so that it must be refused").choices(
        TAMPERINGS,
      ),
    )
    .option("--handshake", "send the provider's handshake, and check the answer")
    .option("--id <id>", "delivery id (default: a new one each time)")
    .option("--fresh", "also change the id in the body, so that the event is never a repeat")
    .option("--private-key-env <name>", "environment variable with a private key in PEM")
    .option("--private-key-file <file>", "file with a private key in PEM")
    .option(
      "--new-key [file]",
      "create a private key, write it to a file, and print its public key",
    );
  withSecrets(send)
    .option(...JSON_OPTION)
    .addHelpText("after", SEND_EXAMPLES)
    .action(async (provider, options) => {
      const command = await import("./commands/send.ts");
      finish(await command.send(provider, options, io));
    });
}

const TAMPERINGS = ["body", "time", "signature"];

function withSecrets(command: Command): Command {
  return withEnvFile(command)
    .option("--secret-env <name>", "environment variable with the secret", collect)
    .option("--secret-file <file>", "file with the secret", collect)
    .option("--token-env <name>", "environment variable with the token", collect)
    .option("--token-file <file>", "file with the token", collect)
    .option("--verify-token-env <name>", "environment variable with the handshake's token")
    .option("--public-url <url>", "URL that the sender was given, if the signature covers it");
}

export function addCoverOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--coverage [form]",
        "report what the cases cover; html, lcov and json are written to the folder coverage",
      ).choices(["text", "html", "lcov", "json"]),
    )
    .option("--min-coverage <floors>", "fail below these percentages: 80, or 80,branches=90")
    .option("--suggest", "write cases for what is missing, for review");
}
