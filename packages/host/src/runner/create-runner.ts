// `host.runner`, as written → the runner, or what is missing.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "@hookwright/base";
import type { ConfigPath, Problem, Secrets } from "@hookwright/core";
import { programsFolderOf } from "../ledger/open/state-folder.ts";
import { type Runner, THINKING_LEVELS, type ThinkingLevel } from "../model/turn.ts";
import { type CommandRunnerOptions, createCommandRunner } from "./command/create-command-runner.ts";
import type { Environment } from "./command/environment.ts";
import { OUTPUT_FORMATS, type OutputFormat } from "./command/output-formats.ts";
import { type CommandSpec, PRESETS, type PresetName } from "./command/presets.ts";
import { defined } from "./defined.ts";
import { MAX_SILENCE_MS } from "./http/call-model.ts";
import { createHttpRunner } from "./http/create-http-runner.ts";
import type { HttpRunnerOptions } from "./http/model-api.ts";
import type { RunnerPorts } from "./runner-ports.ts";
import { createSettingsReader, type SettingsReader } from "./settings-reader.ts";

/** What a runner needs besides its settings. */
export interface CreateRunnerOptions extends Partial<RunnerPorts> {
  readonly secrets?: Secrets;
  /** Below it the home of a command is made, and noted which programs run. Without it, `home` must be set. */
  readonly stateFolder?: string;
  /** The folder in which the agent of this id works. */
  readonly workspaceOf?: (agentId: string) => string | undefined;
  /** Default: the environment of the process. */
  readonly environment?: Environment;
}

/** A runner, or every problem of its settings. */
export type CreateRunnerResult =
  | { readonly ok: true; readonly runner: Runner }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Settings = Readonly<Record<string, unknown>>;

const PATH: ConfigPath = ["host", "runner"];

/**
 * Makes the runner that the settings name: `{ http: {…} }` or `{ command: {…} }`. Never throws for
 * settings that are wrong or missing.
 *
 * @example
 * ```ts
 * const result = createRunner({ http: { baseUrl: "http://127.0.0.1:11434/v1" } }, {});
 * ```
 */
export function createRunner(
  settings: Settings | undefined,
  options: CreateRunnerOptions = {},
): CreateRunnerResult {
  const written = Object.entries(settings ?? {}).filter(([, value]) => value !== undefined);
  const [first] = written;
  if (first === undefined) return { ok: false, problems: [NO_RUNNER] };
  const [kind, own] = first;
  const isKnown = written.length === 1 && (kind === "http" || kind === "command") && isRecord(own);
  if (!isKnown) return { ok: false, problems: [WRONG_KIND] };
  const problems: Problem[] = [];
  const reader = createSettingsReader({
    path: [...PATH, kind],
    settings: own,
    keys: kind === "http" ? HTTP_KEYS : COMMAND_KEYS,
    secrets: options.secrets,
    problems,
  });
  const create = kind === "http" ? prepareHttp(reader, options) : prepareCommand(reader, options);
  if (create === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, runner: create() };
}

/** Nothing is made before it is known that all settings are good. */
type Create = () => Runner;

function prepareHttp(reader: SettingsReader, ports: CreateRunnerOptions): Create | undefined {
  const settings = readHttpSettings(reader);
  if (settings === undefined) {
    reader.missing("baseUrl", 'Write where the model is: "https://api.openai.com/v1".');
    return undefined;
  }
  return () => createHttpRunner({ ...ports, ...settings });
}

function prepareCommand(
  reader: SettingsReader,
  { stateFolder, workspaceOf, environment, timer }: CreateRunnerOptions,
): Create | undefined {
  const home = stateFolder === undefined ? undefined : join(stateFolder, "runner");
  const settings = readCommandSettings(reader, { home });
  if (settings === undefined) return undefined;
  return () => {
    // SEC-6: an agent keeps its sessions there.
    mkdirSync(settings.home, { recursive: true, mode: 0o700 });
    return createCommandRunner({
      ...settings,
      ...(stateFolder !== undefined && { programsFolder: programsFolderOf(stateFolder) }),
      ...(workspaceOf && { workspaceOf }),
      ...(environment && { inherited: environment }),
      ...(timer && { timer }),
    });
  };
}

const NO_RUNNER: Problem = {
  code: "runner_missing",
  severity: "error",
  path: PATH,
  message: "host.runner is not set, so nothing can take a turn.",
  hint: [
    "Add these two lines, with your own model:",
    '  host: { runner: { http: { baseUrl: "https://api.openai.com/v1", apiKey: "${OPENAI_API_KEY}" } } },',
    '  agents: { defaults: { model: "gpt-5.5" } },',
  ].join("\n"),
};

const WRONG_KIND: Problem = {
  code: "runner_setting_invalid",
  severity: "error",
  path: PATH,
  message: "host.runner does not name one runner.",
  hint: "Write { http: { … } } or { command: { … } }.",
};

/** `host.runner.command`, as written → the options of a command runner; undefined where a setting is missing. */
const COMMAND_KEYS: readonly string[] = [
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

interface CommandSettingsOptions {
  /** Where the agent's home is, if the settings name none. */
  readonly home: string | undefined;
}

function readCommandSettings(
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

/** `host.runner.http`, as written → the options of an HTTP runner; undefined where a setting is missing. */
const HTTP_KEYS: readonly string[] = [
  ...["baseUrl", "apiKey", "api", "model", "models", "provider", "headers", "system"],
  ...["thinkingLevels", "maxOutputTokens", "stream", "silenceSeconds", "extraBody"],
];

function readHttpSettings(reader: SettingsReader): HttpRunnerOptions | undefined {
  const baseUrl = reader.text("baseUrl", {
    isValid: isBaseUrl,
    hint: 'Write an address such as "https://api.openai.com/v1": with the version, without a user name and without /chat/completions.',
  });
  const seconds = reader.integer("silenceSeconds", { min: 1, max: MAX_SILENCE_MS / 1_000 });
  const options = defined({
    apiKey: reader.secret("apiKey"),
    api: reader.choice("api", ["chat", "responses"]),
    model: reader.text("model"),
    models: reader.texts("models"),
    provider: reader.text("provider"),
    headers: reader.secrets("headers"),
    system: reader.text("system"),
    thinkingLevels: readLevels(reader, THINKING_LEVELS),
    maxOutputTokens: reader.integer("maxOutputTokens", { min: 1, max: 10_000_000 }),
    stream: reader.flag("stream"),
    silenceMs: seconds === undefined ? undefined : seconds * 1_000,
    extraBody: reader.object("extraBody"),
  });
  return baseUrl === undefined ? undefined : { baseUrl, ...options };
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return false;
  return !/\/(?:chat\/completions|responses)\/?$/.test(pathname);
}

/** `thinkingLevels`, as written → levels in their order, or a problem. */
function readLevels(
  reader: SettingsReader,
  known: readonly ThinkingLevel[],
): readonly ThinkingLevel[] | undefined {
  const words = reader.words("thinkingLevels");
  if (words === undefined) return undefined;
  const levels = THINKING_LEVELS.filter((level) => words.includes(level));
  if (levels.length === words.length) return levels;
  return reader.invalid("thinkingLevels", `Write a list of ${known.join(", ")}.`);
}
