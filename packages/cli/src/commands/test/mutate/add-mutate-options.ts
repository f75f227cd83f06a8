// The command "test" → the same with the options of mutation.
import type { Command } from "commander";
import { createUsageError } from "../../../cli-error.ts";

export function addMutateOptions(command: Command): Command {
  return command
    .option(
      "--mutate [what]",
      "change the config one thing at a time: would a case notice? text: lines of text, too",
      parseWhat,
    )
    .option("--min-mutation <percent>", "fail below this score", parseWhole)
    .option("--max-mutants <number>", "run a sample of so many mutants", parseWhole)
    .option("--seed <number>", "draw the same sample again", parseWhole)
    .option("--since <ref>", "only mutants of what changed since that git commit");
}

function parseWhat(what: string): string {
  if (what === "text") return what;
  throw createUsageError(`"${what}" is nothing that can be mutated.`, "Write --mutate=text.");
}

function parseWhole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw createUsageError(`"${text}" is no whole number.`);
}
