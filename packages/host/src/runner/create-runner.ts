// `host.runner`, as written → the runner, or what is missing.
import { join } from "node:path";
import { isRecord } from "@hookwright/base";
import type { ConfigPath, Problem, Secrets } from "@hookwright/core";
import { createProblem, readBySchema } from "@hookwright/core/problems";
import type { CommandRunnerSettings, HttpRunnerSettings } from "../generated/host-types.ts";
import { programsFolderOf } from "../ledger/open/state-folder.ts";
import { type Runner, THINKING_LEVELS, type ThinkingLevel } from "../model/turn.ts";
import type { Ports } from "../ports.ts";
import { COMMAND_RUNNER, HTTP_RUNNER } from "../settings/file-kinds.ts";
import { readSecretAt, readSecrets, type SecretReading } from "../settings/read-secrets.ts";
import {
  type CommandRunnerOptions,
  createCommandRunner,
  type Environment,
} from "./command/create-command-runner.ts";
import { type CommandSpec, PRESETS } from "./command/presets.ts";
import { createHttpRunner } from "./http/create-http-runner.ts";
import type { HttpRunnerOptions } from "./http/model-api.ts";

/** What a runner needs besides its settings. */
export interface CreateRunnerOptions extends Partial<Ports> {
  readonly secrets?: Secrets;
  /** Contains the home of a command and the list of running programs. Without it, `home` must be set. */
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
  const path: ConfigPath = [...PATH, kind];
  const reading = { path, report: (problem: Problem) => void problems.push(problem), ...options };
  const create = kind === "http" ? prepareHttp(own, reading) : prepareCommand(own, reading);
  if (create === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, runner: create() };
}

/** Nothing is created before all settings are checked. */
type Create = () => Runner;

type Reading = CreateRunnerOptions & SecretReading;

function prepareHttp(written: Settings, reading: Reading): Create | undefined {
  const read = readBySchema(written, HTTP_RUNNER, reading.report, reading);
  const settings = readHttpSettings(read as Partial<HttpRunnerSettings>, reading);
  return settings && (() => createHttpRunner({ ...reading, ...settings }));
}

function prepareCommand(written: Settings, reading: Reading): Create | undefined {
  const { stateFolder, workspaceOf, environment, timer } = reading;
  const home = stateFolder === undefined ? undefined : join(stateFolder, "runner");
  const read = readBySchema(written, COMMAND_RUNNER, reading.report, reading);
  const settings = readCommandSettings(read as CommandRunnerSettings, { ...reading, home });
  if (settings === undefined) return undefined;
  return () =>
    createCommandRunner({
      ...settings,
      ...(stateFolder !== undefined && { programsFolder: programsFolderOf(stateFolder) }),
      ...(workspaceOf && { workspaceOf }),
      ...(environment && { inherited: environment }),
      ...(timer && { timer }),
    });
}

const NO_RUNNER: Problem = {
  code: "runner_missing",
  severity: "error",
  path: PATH,
  message: "host.runner is not set, so nothing can take a turn.",
  hint: [
    "Add these two lines, with your own model (in YAML, without the comma at the end):",
    '  host: { runner: { http: { baseUrl: "https://api.openai.com/v1", apiKey: "${OPENAI_API_KEY}" } } },',
    '  agents: { defaults: { model: "gpt-5.5" } },',
    'Or this one, if your mappings have "action": "deliver" and no model is wanted: every turn fails.',
    '  host: { runner: { command: { command: "false" } } },',
  ].join("\n"),
};

const WRONG_KIND: Problem = {
  code: "runner_setting_invalid",
  severity: "error",
  path: PATH,
  message: "host.runner does not name one runner.",
  hint: "Write { http: { … } } or { command: { … } }.",
};

/** A command of the operator's own: its output is the answer, and it has no sessions. */
const OWN: Omit<CommandSpec, "program"> = {
  args: [],
  thinkingLevels: THINKING_LEVELS,
  output: "text",
  env: {},
};

/** With the agent's home, if the settings name none. */
type CommandReading = Reading & { readonly home: string | undefined };

/** Undefined if a setting is missing. */
function readCommandSettings(
  settings: CommandRunnerSettings,
  { home: standardHome, ...reading }: CommandReading,
): CommandRunnerOptions | undefined {
  const preset = settings.preset && PRESETS[settings.preset];
  const home = settings.home ?? standardHome;
  const program = readProgram(settings, reading);
  if (settings.command === undefined && preset === undefined) {
    const hint = `Name one of ${Object.keys(PRESETS).join(", ")}, or write "command".`;
    reportMissing("preset", hint, reading);
  }
  if (home === undefined) {
    reportMissing("home", "Name a folder in which the agent keeps its state.", reading);
  }
  const { args, modelArgs, thinkingArgs, resumeArgs, output } = settings;
  const spec = defined({
    // The words after the name of a preset's program, such as `exec`, stay.
    program: program && [...program, ...(preset?.program.slice(1) ?? [])],
    ...{ args, modelArgs, thinkingArgs, resumeArgs, output },
    thinkingLevels: levelsInOrder(settings),
  });
  const { input, model, models, provider, passEnv } = settings;
  const env = readSecrets(settings.env, "env", reading);
  const options = defined({ input, model, models, provider, env, passEnv });
  if (home === undefined || (program === undefined && preset === undefined)) return undefined;
  return { spec: { ...OWN, ...preset, ...spec } as CommandSpec, home, ...options };
}

/** A name or a path, or a list with arguments. */
function readProgram(
  { command }: CommandRunnerSettings,
  { path, report }: Reading,
): readonly string[] | undefined {
  const words = typeof command === "string" ? [command] : command;
  if (words === undefined || (words[0] ?? "") !== "") return words;
  const hint = 'Write a program, or a list: ["/usr/local/bin/agent", "--quiet"].';
  const message = '"command" does not name a program.';
  report(createProblem("runner_setting_invalid", [...path, "command"], message, { hint }));
  return undefined;
}

function reportMissing(key: string, hint: string, { path, report }: Reading): void {
  const message = `"${key}" is required.`;
  report(createProblem("runner_setting_missing", [...path, key], message, { hint }));
}

/** Undefined if a setting is missing. */
function readHttpSettings(
  settings: Partial<HttpRunnerSettings>,
  reading: Reading,
): HttpRunnerOptions | undefined {
  const { api, model, models, provider, system, maxOutputTokens, stream, extraBody } = settings;
  const { silenceSeconds } = settings;
  const apiKey = settings.apiKey && readSecretAt(settings.apiKey, ["apiKey"], reading);
  const options = defined({
    ...{ api, model, models, provider, system, maxOutputTokens, stream, extraBody, apiKey },
    headers: readSecrets(settings.headers, "headers", reading),
    thinkingLevels: levelsInOrder(settings),
    silenceMs: silenceSeconds === undefined ? undefined : silenceSeconds * 1_000,
  });
  const baseUrl = readBaseUrl(settings, reading);
  return baseUrl === undefined ? undefined : { baseUrl, ...options };
}

function readBaseUrl(
  { baseUrl }: Partial<HttpRunnerSettings>,
  { path, report }: Reading,
): string | undefined {
  if (baseUrl === undefined || isBaseUrl(baseUrl)) return baseUrl;
  const message = '"baseUrl" is not the address of a service.';
  const hint =
    'Write an address such as "https://api.openai.com/v1": with the version, without a user name and without /chat/completions.';
  report(createProblem("runner_setting_invalid", [...path, "baseUrl"], message, { hint }));
  return undefined;
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return false;
  return !/\/(?:chat\/completions|responses)\/?$/.test(pathname);
}

/** Lowest first. */
function levelsInOrder({
  thinkingLevels: levels,
}: Pick<Partial<HttpRunnerSettings>, "thinkingLevels">): readonly ThinkingLevel[] | undefined {
  return levels && THINKING_LEVELS.filter((level) => levels.includes(level));
}

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** Without the keys whose value is undefined. */
function defined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as Defined<Value>;
}
