// A config of any shape → the modules that its mappings name, and every problem with them.
import type { Problem, TransformModule, Transforms } from "@hookwright/core";
import { findTransformMentions, type TransformMention } from "../config/transform-mentions.ts";
import { readTransformSettings } from "../config/transform-settings.ts";
import type { ModuleFile } from "../modules/foreign-imports.ts";
import { locateModule } from "../modules/locate-module.ts";
import { describeUnavailable, type ModuleProblem, toProblem } from "../modules/module-problem.ts";
import { openFolder } from "../modules/open-folder.ts";
import { findBarePayloadProblems } from "./bare-payload-problems.ts";
import { chooseRunner, type RunnerOptions } from "./choose-runner.ts";
import { createNamespace } from "./create-namespace.ts";
import { loadModule, type ModuleLoadOptions, type ModuleResult } from "./load-module.ts";
import { readModule } from "./read-module.ts";

export interface ConfigModulesOptions
  extends RunnerOptions,
    Pick<ModuleLoadOptions, "cache" | "runners"> {
  /** The folder of the config file. */
  readonly baseDir: string;
  readonly provided?: readonly string[] | undefined;
  /** Whether modules are run. Default: true. */
  readonly runs?: boolean;
}

export interface ConfigModules {
  readonly transforms: Transforms;
  readonly problems: readonly Problem[];
  readonly files: readonly string[];
  readonly release: (graceMs: number) => Promise<void>;
}

export async function loadConfigModules(
  config: unknown,
  options: ConfigModulesOptions,
): Promise<ConfigModules> {
  const mentions = groupByName(findTransformMentions(config), options.provided ?? []);
  if (mentions.size === 0) return combine([], []);
  const settings = readTransformSettings(config);
  const located = openFolder(settings.folder, options.baseDir);
  if (!located.ok) return withoutFolder([...mentions.keys()], located);
  const { folder } = located;
  const kind =
    options.runs === false
      ? undefined
      : await chooseRunner(config, settings, options).catch(describeUnavailable);
  if (kind !== undefined && "problem" in kind) return withoutRunner(mentions, kind.problem);

  const results = new Map<string, Promise<ModuleResult>>();
  const load = (source: ModuleFile): Promise<ModuleResult> => {
    if (kind === undefined) return readModule(source, options);
    const { key: runnerKey, create } = kind;
    const createRunner: ModuleLoadOptions["createRunner"] = (script) => create(script, source);
    return loadModule(source, { ...options, runnerKey, createRunner });
  };
  const loadFile = (name: string, file: string): Promise<ModuleResult> => {
    const result =
      results.get(file) ??
      load({ name, folder, file }).catch((error) => {
        const { problem } = describeUnavailable(error);
        return { ok: false, problems: [problem], files: [file] } as const;
      });
    results.set(file, result);
    return result;
  };
  const modules = [...mentions].map(async ([name, own]): Promise<NamedModule> => {
    const location = locateModule(name, folder);
    if (!location.ok) return fromLocation(name, own, location);
    return fromResult({ name, folder }, own, await loadFile(name, location.file));
  });
  return combine(await Promise.all(modules), await Promise.all(results.values()));
}

interface NamedModule {
  readonly name: string;
  readonly module: TransformModule;
  readonly problems: readonly Problem[];
  readonly files: readonly string[];
}

type Mentions = readonly [TransformMention, ...TransformMention[]];

function groupByName(
  mentions: readonly TransformMention[],
  provided: readonly string[],
): ReadonlyMap<string, Mentions> {
  const groups = new Map<string, [TransformMention, ...TransformMention[]]>();
  for (const mention of mentions) {
    const { name } = mention;
    if (provided.includes(name)) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [mention]);
    else group.push(mention);
  }
  return groups;
}

function withoutFolder(
  names: readonly string[],
  { problem, expected }: { readonly problem: ModuleProblem; readonly expected: string },
): ConfigModules {
  const modules = names.map((name) => ({
    name,
    module: unavailable,
    problems: [],
    files: [expected],
  }));
  const problems = [toProblem(problem, ["hooks", "transformsDir"])];
  return { ...combine(modules, []), problems };
}

/** A problem of all modules is reported once, at the first mention. */
function withoutRunner(
  mentions: ReadonlyMap<string, Mentions>,
  problem: ModuleProblem,
): ConfigModules {
  const modules = [...mentions].map(([name, [{ path }]], index) => ({
    name,
    module: unavailable,
    problems: index === 0 ? [toProblem(problem, path)] : [],
    files: [],
  }));
  return combine(modules, []);
}

/** A wrong name is reported at each mention, because each must be corrected. */
function fromLocation(
  name: string,
  mentions: Mentions,
  { problem, expected }: { readonly problem: ModuleProblem; readonly expected?: string },
): NamedModule {
  return {
    name,
    module: unavailable,
    problems: mentions.map(({ path }) => toProblem(problem, path)),
    files: expected === undefined ? [] : [expected],
  };
}

/** A wrong file is reported once, because it is corrected once. */
function fromResult(
  label: { readonly name: string; readonly folder: string },
  mentions: Mentions,
  result: ModuleResult,
): NamedModule {
  const { name } = label;
  const { files } = result;
  if (!result.ok) {
    const [{ path }] = mentions;
    const problems = result.problems.map((problem) => toProblem(problem, path));
    return { name, module: unavailable, problems, files };
  }
  const module = createNamespace(result.exports, result.runner, label);
  return { name, module, problems: findBarePayloadProblems(mentions, result.exports), files };
}

/** Replaces a module that has a problem, so that the core does not report it a second time. */
function unavailable(): never {
  throw new Error("This transform module could not be loaded.");
}

function combine(modules: readonly NamedModule[], results: readonly ModuleResult[]): ConfigModules {
  return {
    transforms: Object.fromEntries(modules.map(({ name, module }) => [name, module])),
    problems: modules.flatMap(({ problems }) => problems),
    files: [...new Set(modules.flatMap(({ files }) => files))],
    release: async (graceMs) => {
      await Promise.all(results.map((result) => result.ok && result.release(graceMs)));
    },
  };
}
