// `host.runner.command`, as written → the options of a command runner; undefined where a setting is missing.
import { THINKING_LEVELS } from "../../model/turn.ts";
import { defined } from "../defined.ts";
import { readLevels } from "../read-levels.ts";
import type { SettingsReader } from "../settings-reader.ts";
import type { CommandRunnerOptions } from "./create-command-runner.ts";
import { OUTPUT_FORMATS, type OutputFormat } from "./output-formats.ts";
import { type CommandSpec, PRESETS, type PresetName } from "./presets.ts";

export const COMMAND_KEYS: readonly string[] = [
  ...["preset", "command", "args", "modelArgs", "thinkingArgs", "resumeArgs", "output", "input"],
  ...["model", "models", "provider", "thinkingLevels", "env", "passEnv", "home"],
];

/** A command of the operator's own: its output is the answer, and it has no sessions. */
const OWN: Omit<CommandSpec, "program"> = {
  args: [],
  thinkingLevels: THINKING_LEVELS,
  output: "text",
  env: {},
};

export interface CommandSettingsOptions {
  /** Where the agent's home is, if the settings name none. */
  readonly home: string | undefined;
}

export function readCommandSettings(
  reader: SettingsReader,
  standard: CommandSettingsOptions,
): CommandRunnerOptions | undefined {
  const presetName = reader.choice("preset", Object.keys(PRESETS) as PresetName[]);
  const preset = presetName && PRESETS[presetName];
  const home = reader.text("home") ?? standard.home;
  const program = readProgram(reader);
  if (program === undefined && preset === undefined) {
    reader.missing("preset", `Name one of ${Object.keys(PRESETS).join(", ")}, or write "command".`);
  }
  if (home === undefined)
    reader.missing("home", "Name a folder in which the agent keeps its state.");
  const spec = defined({
    // The words after the name of a preset's program, such as `exec`, stay.
    program: program && [...program, ...(preset?.program.slice(1) ?? [])],
    args: reader.words("args"),
    modelArgs: reader.words("modelArgs"),
    thinkingArgs: reader.words("thinkingArgs"),
    resumeArgs: reader.words("resumeArgs"),
    output: reader.choice("output", Object.keys(OUTPUT_FORMATS) as OutputFormat[]),
    thinkingLevels: readLevels(reader, THINKING_LEVELS),
  });
  const options = defined({
    input: reader.choice("input", ["text", "json"]),
    model: reader.text("model"),
    models: reader.texts("models"),
    provider: reader.text("provider"),
    env: reader.secrets("env"),
    passEnv: reader.words("passEnv"),
  });
  if (home === undefined || (program === undefined && preset === undefined)) return undefined;
  return { spec: { ...OWN, ...preset, ...spec } as CommandSpec, home, ...options };
}

/** A name or a path, or a list with arguments. */
function readProgram(reader: SettingsReader): readonly string[] | undefined {
  const written = reader.either("command");
  if (written === undefined || (written.length > 0 && written[0] !== "")) return written;
  return reader.invalid(
    "command",
    'Write a program, or a list: ["/usr/local/bin/agent", "--quiet"].',
  );
}
