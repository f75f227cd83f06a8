// Options that several commands have.
import { type Command, Option } from "commander";

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
