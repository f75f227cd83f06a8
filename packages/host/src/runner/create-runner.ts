// `host.runner`, as written → the runner, or what is missing.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ConfigPath, Problem, Secrets } from "@hookwright/core";
import { programsFolderOf } from "../ledger/open/state-folder.ts";
import type { Runner } from "../model/turn.ts";
import { COMMAND_KEYS, readCommandSettings } from "./command/command-settings.ts";
import { createCommandRunner } from "./command/create-command-runner.ts";
import type { Environment } from "./command/environment.ts";
import { createHttpRunner } from "./http/create-http-runner.ts";
import { HTTP_KEYS, readHttpSettings } from "./http/http-settings.ts";
import type { RunnerPorts } from "./runner-ports.ts";
import { createSettingsReader, isObject, type SettingsReader } from "./settings-reader.ts";

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
  const isKnown = written.length === 1 && (kind === "http" || kind === "command") && isObject(own);
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
