// The arguments of a command → the path of its config, or the only config in the folder.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { createUsageError } from "../cli-error.ts";
import { withEnvFile } from "./env-file.ts";

/** The name that `init` writes, in all formats. */
const NAMES = ["hooks.yaml", "hooks.yml", "hooks.json5", "hooks.jsonc", "hooks.json"];

/** Adds `[config]`, and the file of variables beside it; `--config FILE` is the same as the argument. */
export function withConfigArgument(command: Command, description: string): Command {
  return withEnvFile(command)
    .argument("[config]", `${description} (default: hooks.yaml, .json5 or .json in this folder)`)
    .addOption(new Option("--config <file>").hideHelp());
}

/** The path that is named, as argument or by `--config`, else the config in the folder. */
export function chooseConfig(
  argument: string | undefined,
  { config: option }: { readonly config?: string },
  { folder = ".", otherwise }: FolderOptions = {},
): string {
  return nameConfig(argument, option) ?? findConfigOf(folder) ?? otherwise ?? refuse();
}

interface FolderOptions {
  /** Default: the working directory. */
  readonly folder?: string;
  /** For a folder without a config, if the command can create one. */
  readonly otherwise?: string;
}

/** Undefined if no config is named, for commands that do not need one. */
export function nameConfig(
  argument: string | undefined,
  option: string | undefined,
): string | undefined {
  if (argument !== undefined && option !== undefined && argument !== option) {
    throw createUsageError(
      "Two configs are named.",
      "Name one: hookwright serve hooks.json5; --config means the same.",
    );
  }
  return argument ?? option;
}

/** The only config in a folder; undefined if it has none. */
export function findConfigOf(folder = "."): string | undefined {
  const found = NAMES.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1) {
    throw createUsageError(`This folder has ${found.join(" and ")}.`, "Name one of them.");
  }
  const [name] = found;
  return name === undefined || folder === "." ? name : join(folder, name);
}

function refuse(): never {
  throw createUsageError(
    "No config is named, and this folder has none.",
    `Name one, or make one with hookwright init. Looked for ${NAMES.join(", ")}.`,
  );
}
