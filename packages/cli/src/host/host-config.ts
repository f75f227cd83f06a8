// A loaded config, and the file of --host-config → the parts of the host, or problems with positions.

import { dirname, resolve } from "node:path";
import { isRecord } from "@hookwright/base";
import {
  createNodeSecrets,
  type LoadReport,
  loadConfigFile,
  locateProblems,
  type NodeSecretsOptions,
  parseConfigText,
} from "@hookwright/config";
import type { Problem, Secrets, Severities } from "@hookwright/core";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import {
  type Channel,
  type ConfigFormat,
  checkRecipients,
  createHostParts,
  type HostSettings,
  type Route,
  type Runner,
} from "@hookwright/host";
import { type CurrentHooks, currentOf } from "../config/current-hooks.ts";
import { envFileOf } from "../config/env-file.ts";
import { guessFormat } from "../config/load-config.ts";
import { STDIN_NAME } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import { createHostModules, type HostModules } from "./host-modules.ts";

export interface HostParts {
  readonly settings: HostSettings;
  readonly runner: Runner;
  readonly channels: ReadonlyMap<string, Channel>;
}

/** Problems of the config itself, and the report of the file of --host-config if there is one. */
interface FoundProblems {
  readonly problems: readonly Problem[];
  readonly own?: LoadReport;
}

export interface HostConfig extends FoundProblems {
  /** Absent if there is an error or no runner. */
  readonly parts?: HostParts;
  /** Absolute paths of the files of secrets, and of the modules of channels and runner. */
  readonly files: readonly string[];
  /** Ends the modules that no later config uses, after the calls in progress. */
  readonly close: (graceMs?: number) => Promise<void>;
  /** Where answers can be sent. Absent if the settings have errors. */
  readonly target?: Omit<HostParts, "runner">;
  /** Answers of `hooks` that are sent to nobody, given the known routes. */
  readonly checkRecipients: (
    hooks: RuntimeHooks,
    routes?: readonly Route[],
  ) => Promise<FoundProblems>;
}

export interface HostConfigOptions {
  readonly hostConfig?: string | undefined;
  /** Commands have their home below it. Absent: the settings are only checked. */
  readonly stateFolder?: string;
  readonly io: Pick<Io, "env" | "envFile">;
  /** Loads and runs the modules of channels and runner. Absent: they are only built. */
  readonly modules?: HostModules;
  readonly warn?: (message: string) => void;
  /** Lower severities for commands that only read a config. */
  readonly severities?: Severities;
}

/** With the hooks for which the host works, where they could be loaded. */
export type HostedReport = LoadReport & {
  readonly hooks?: CurrentHooks;
};

const NOTHING_FOUND: FoundProblems = { problems: [] };

/** Each top-level key of the file of --host-config replaces that of the config. */
export async function readHostConfig(
  main: HostedReport,
  options: HostConfigOptions,
): Promise<HostConfig> {
  const { hostConfig } = options;
  const own = hostConfig === undefined ? undefined : await loadConfigFile(hostConfig);
  if (own?.ok === false) {
    return {
      ...{ problems: [], own, files: [], close: async () => undefined },
      checkRecipients: async () => NOTHING_FOUND,
    };
  }
  const config = { ...objectOf(main.config), ...objectOf(own?.config) };
  const isOwn = ({ path: [key] }: Pick<Problem, "path">): boolean =>
    Object.hasOwn(objectOf(own?.config), `${key}`);
  const files = own === undefined ? [main] : [own, main];
  const secretFiles = new Set<string>();
  const onFile = (path: string): void => void secretFiles.add(path);
  const secrets = createSecrets(files, config, {
    env: options.io.env,
    envFile: envFileOf(main.filename === STDIN_NAME ? "-" : main.filename, options.io),
    onFile,
  });
  const { stateFolder = dirname(resolve(main.filename)), io } = options;
  // Only a running host writes below the folder.
  const { modules = createHostModules({ runs: false }), warn } = options;
  const hostFile = own !== undefined && isOwn({ path: ["host"] }) ? own : main;
  const made = await createHostParts(config, {
    ...{ secrets, stateFolder, env: io.env, modules: modules.loaderFor(hostFile.filename) },
    hooks: main.hooks && currentOf(main.hooks),
    ...(warn && { warn }),
  });
  if (options.modules === undefined) await modules.close(0);
  const { target } = made;
  const problems = made.problems.map((problem) => lighten(problem, options));
  const split = async (all: readonly Problem[]): Promise<FoundProblems> => ({
    problems: await locate(
      all.filter((problem) => !isOwn(problem)),
      main,
    ),
    ...(own !== undefined && { own: { ...own, problems: await locate(all.filter(isOwn), own) } }),
  });
  const { own: ofOwn, ...ofMain } = await split(problems);
  const hasErrors = problems.some(({ severity }) => severity === "error");
  return {
    ...ofMain,
    files: [...secretFiles, ...made.files],
    close: made.ok ? made.close : async () => undefined,
    target,
    ...(made.ok && !hasErrors && { parts: made.parts }),
    ...(own && { own: { ...own, problems: [...own.problems, ...(ofOwn?.problems ?? [])] } }),
    checkRecipients: async (hooks, routes) => {
      const formatOf = (path: Problem["path"]): ConfigFormat =>
        formatOfFile(own !== undefined && isOwn({ path }) ? own : main);
      const options = { ...target, config, formatOf, ...(routes && { routes }) };
      return split(checkRecipients(hooks, options));
    },
  };
}

function formatOfFile({ filename, source = "" }: LoadReport): ConfigFormat {
  if (filename === STDIN_NAME) return guessFormat(source);
  const [, ending] = /\.(json|ya?ml)$/i.exec(filename) ?? [];
  if (ending === undefined) return "json5";
  return ending.toLowerCase() === "json" ? "json" : "yaml";
}

/** Relative paths of secrets start at the folder of the file of --host-config, then at that of the config. */
function createSecrets(
  files: readonly LoadReport[],
  config: Readonly<Record<string, unknown>>,
  sources: Pick<NodeSecretsOptions, "env" | "envFile" | "onFile">,
): Secrets {
  const { providers } = objectOf(config["secrets"]);
  const ports = files.map(({ filename }) =>
    createNodeSecrets({ ...sources, baseDir: dirname(resolve(filename)), providers }),
  );
  const secrets: Secrets = (reference) => {
    for (const port of ports) {
      const secret = port(reference);
      if (secret !== undefined) return secret;
    }
    return undefined;
  };
  // All of them look up variables in the same places.
  return Object.assign(secrets, { hintFor: ports[0]?.hintFor });
}

/** Reading a config works without the operator's secrets and without a runner. */
function lighten(problem: Problem, { severities = {}, stateFolder }: HostConfigOptions): Problem {
  const { code } = problem;
  if (code === "secret_missing" || code === "secret_source_unknown") {
    return { ...problem, severity: severities[code] ?? problem.severity };
  }
  const isOnlyLook = stateFolder === undefined && code === "runner_missing";
  return isOnlyLook ? { ...problem, severity: "warning" } : problem;
}

async function locate(
  problems: readonly Problem[],
  { source, filename }: LoadReport,
): Promise<readonly Problem[]> {
  if (source === undefined || problems.length === 0) return problems;
  const format = filename === STDIN_NAME ? { format: guessFormat(source) } : {};
  const document = await parseConfigText(source, { filename, ...format });
  return document.ok ? locateProblems(problems, document) : problems;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
