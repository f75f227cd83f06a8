// Command line arguments → the words for the parser; all ways to ask for help and the version are read here.
import { hintNearestName } from "@hookwright/base";
import type { Command } from "commander";
import { createUsageError } from "./cli-error.ts";

/** `-V` was the short name, and Node has `-v`. */
const VERSION: ReadonlySet<string | undefined> = new Set(["--version", "-v", "-V"]);

export function asksForVersion(args: readonly string[]): boolean {
  return VERSION.has(args[0]) || (args[0] === "version" && !args.some(isHelp));
}

const isHelp = (arg: string): boolean => arg === "--help" || arg === "-h";

/**
 * `help runs show`, `runs help show` and `runs show --help` are the same. Throws if a word is not a command, also in a
 * group, whose help would look like an answer.
 */
export function readCommandWords(program: Command, args: readonly string[]): readonly string[] {
  const path: string[] = [];
  let command = program;
  let wantsHelp = false;
  for (const word of args) {
    if (word.startsWith("-") || command.commands.length === 0) break;
    if (word === "help") {
      wantsHelp = true;
      continue;
    }
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) throw createUnknownError(word, [...path, ""].join(" "), command);
    path.push(word);
    command = next;
  }
  if (!wantsHelp) return args;
  // Help ignores the arguments of the command.
  return [...path, "--help"];
}

/** A longer list is left to the help. */
const MAX_LISTED = 8;

function createUnknownError(word: string, group: string, { commands }: Command): Error {
  const names = commands.map((command) => command.name());
  const help = `Run hookwright ${group}--help to list the commands.`;
  const list = names.length > MAX_LISTED ? "" : `Known: ${names.join(", ")}.`;
  const near = hintNearestName(word, names, list);
  return createUsageError(`unknown command '${group}${word}'`, `${near} ${help}`.trimStart());
}
