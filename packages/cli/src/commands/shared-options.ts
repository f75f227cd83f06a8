// Options that several commands have.

export const JSON_OPTION = ["--json", "print JSON, for programs"] as const;

export const STATE_OPTION = [
  "--state-folder <folder>",
  "the store of the host (default: $XDG_STATE_HOME/hookwright, else ~/.local/state/hookwright)",
] as const;
