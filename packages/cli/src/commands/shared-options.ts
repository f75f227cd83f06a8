// Options that several commands have.
import { type Command, InvalidArgumentError, Option } from "commander";

export const JSON_OPTION = ["--json", "print JSON"] as const;

/** Logins and cursors of mail are beside the store. `--state` is the previous name of this option. */
export function withMailState(command: Command): Command {
  return command
    .option(
      "--state-folder <folder>",
      "folder for logins and cursors (default: $XDG_STATE_HOME/hookwright, else ~/.local/state/hookwright)",
    )
    .addOption(new Option("--state <folder>").hideHelp());
}

export function mailStateOf(options: { readonly stateFolder?: string; readonly state?: string }): {
  readonly stateFolder?: string;
} {
  const stateFolder = options.stateFolder ?? options.state;
  return stateFolder === undefined ? {} : { stateFolder };
}

export const STATE_OPTION = [
  "--state-folder <folder>",
  "folder of the store of the host (default: $XDG_STATE_HOME/hookwright, else ~/.local/state/hookwright)",
] as const;

/** For options that may be repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A parser of whole numbers. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Write a number from ${min} to ${max}.`);
  };
}

export const parsePort: (text: string) => number = wholeNumber(0, 65_535);

/** Where a command about a running host reads its channels from, if no host is running. */
export function withHostConfig(command: Command): Command {
  return command
    .option(
      "--config <file>",
      "config with the channels, if no host is running (default: the one in this folder)",
    )
    .option("--host-config <file>", "file with the settings of the host, if the config has none");
}
