// The command line → `hookwright init`.
import { type Command, Option } from "commander";
import type { Io } from "../../io.ts";
import type { InitOptions } from "./init.ts";

const EXAMPLES = `
Examples:
  hookwright init
  hookwright init hooks --providers github,stripe --format yaml --token
  hookwright init --providers gmail --channel telegram --yes

On a terminal it asks for what is left out. Nothing that exists is overwritten.

Exit code: 0 when the folder is ready, 1 when files are in the way, 2 when an answer is missing.
`;

export function addInit(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command("init")
    .description("Make a folder with mappings, sample events and tests that pass.")
    .argument("[dir]", "where to; it may exist", ".")
    .option("--providers <names>", "whose webhooks: github,stripe", splitNames)
    .option("--channel <id>", "where runs answer: telegram, slack, … (default: last)")
    .addOption(
      new Option("--format <format>", "of the config (default: json5)").choices([
        "json5",
        "yaml",
        "json",
      ]),
    )
    .option("--token", "write .env, with a random token in it")
    .option("--vscode", "tell VS Code where the schema is; prefers YAML")
    .option("--yes", "ask nothing, take the defaults")
    .option("--force", "overwrite what is there")
    .addHelpText("after", EXAMPLES)
    .action(async (directory: string, options: InitOptions) => {
      const command = await import("./init.ts");
      const isTerminal = process.stdin.isTTY === true && io.stdout.isTTY === true;
      const ask = isTerminal
        ? async (open: InitOptions) => (await import("./ask.ts")).askMissing(open)
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
