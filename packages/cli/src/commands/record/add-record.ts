// The command line → the command that records events.
import { type Command, InvalidArgumentError, Option } from "commander";
import { nameConfig } from "../../config/choose-config.ts";
import type { Io } from "../../io.ts";
import { JSON_OPTION } from "../shared-options.ts";

const EXAMPLES = `
Examples:
  hookwright record --out events
  hookwright record hooks.json5 --out events
  hookwright record hooks.json5 --out events --forward http://127.0.0.1:18789/hooks
  hookwright record --out events --keep people --keep payload.repository.name --redact payload.customer

Listens on loopback until a signal, or until there are --max events. Without a config, it makes a token for
this run and prints the URL to paste at the provider; a tunnel brings its requests here. With a config it
wants the tokens and signatures of that config, answers as serve would, and dispatches nothing.

Secrets whose name, shape or value is known are not written: known tokens of some eighty vendors, long random texts,
values of the config and of the environment. Facts about people are replaced, the same one by the same one. What it
cannot know is a short secret below an ordinary key, or a person's name that stands only in a text: the last lines say
what was replaced by which rule, and the files are to be read before they are shared.
`;

export function addRecord(program: Command, io: Io, finish: (exitCode: number) => void): void {
  program
    .command("record")
    .description("Receive requests, and write them as event files without secrets.")
    .argument("[config]", "whose token, signatures and mappings count (default: none)")
    .addOption(new Option("--config <file>").hideHelp())
    .requiredOption("--out <folder>", "where the files go: events/github/push-1.event.json")
    .option("--port <number>", "port to listen on; 0 for any free port", parseCount, 18_790)
    .option("--per-shape <number>", "how many events of one shape", parseCount, 3)
    .option("--max <number>", "how many events in all", parseCount, 1_000)
    .option("--forward <url>", "pass each request on, and give that answer back")
    .option("--keep <path>", "keep these values: people, or a path; may be repeated", collect)
    .option("--redact <path>", "replace these, too: text, or a path; may be repeated", collect)
    .option(...JSON_OPTION)
    .addHelpText("after", EXAMPLES)
    .action(async (file, options) => {
      const config = nameConfig(file, options.config);
      const { record } = await import("./record.ts");
      finish(await record({ ...options, ...(config !== undefined && { config }) }, io));
    });
}

function parseCount(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Write a number.");
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
