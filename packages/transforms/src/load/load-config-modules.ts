// A config of any shape → what its mappings can be bound to, and every problem of its modules.
import type { Problem, TransformModule, Transforms } from "@hookwright/core";
import { findTransformMentions, type TransformMention } from "../config/transform-mentions.ts";
import { readTransformSettings } from "../config/transform-settings.ts";
import { type Finding, findingToProblem } from "../modules/finding.ts";
import { locateModule } from "../modules/locate-module.ts";
import { openFolder } from "../modules/open-folder.ts";
import { findBarePayloadProblems } from "./bare-payload-problems.ts";
import { createHostFactory, type HostFactoryOptions } from "./create-host-factory.ts";
import { createNamespace } from "./create-namespace.ts";
import { loadModule, type ModuleLoading, type ModuleLoadOptions } from "./load-module.ts";

export interface ConfigModulesOptions
  extends HostFactoryOptions,
    Pick<ModuleLoadOptions, "cache" | "leases"> {
  /** The folder of the config file. */
  readonly baseDir: string;
  readonly provided?: readonly string[] | undefined;
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
  const opening = openFolder(settings.folder, options.baseDir);
  if (!opening.ok) return withoutFolder([...mentions.keys()], opening);
  const { folder } = opening;
  const { key: hostKey, create } = await createHostFactory(config, settings, options);

  const loadings = new Map<string, Promise<ModuleLoading>>();
  const loadFile = (name: string, file: string): Promise<ModuleLoading> => {
    const label = { name, folder };
    const createHost: ModuleLoadOptions["createHost"] = (script) => create(script, label);
    const loading =
      loadings.get(file) ?? loadModule({ ...label, file }, { ...options, hostKey, createHost });
    loadings.set(file, loading);
    return loading;
  };
  const modules = [...mentions].map(async ([name, own]): Promise<NamedModule> => {
    const location = locateModule(name, folder);
    if (!location.ok) return fromLocation(name, own, location);
    return fromLoading({ name, folder }, own, await loadFile(name, location.file));
  });
  return combine(await Promise.all(modules), await Promise.all(loadings.values()));
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
  { finding, expected }: { readonly finding: Finding; readonly expected: string },
): ConfigModules {
  const problem = findingToProblem(finding, ["hooks", "transformsDir"]);
  const modules = names.map((name) => ({
    name,
    module: unavailable,
    problems: [],
    files: [expected],
  }));
  const { problems, ...combined } = combine(modules, []);
  return { ...combined, problems: [problem, ...problems] };
}

/** A wrong name is to be changed in each mapping that has it. */
function fromLocation(
  name: string,
  mentions: Mentions,
  { finding, expected }: { readonly finding: Finding; readonly expected?: string },
): NamedModule {
  return {
    name,
    module: unavailable,
    problems: mentions.map(({ path }) => findingToProblem(finding, path)),
    files: expected === undefined ? [] : [expected],
  };
}

/** A wrong file is to be changed once. */
function fromLoading(
  label: { readonly name: string; readonly folder: string },
  mentions: Mentions,
  loading: ModuleLoading,
): NamedModule {
  const { name } = label;
  const { files } = loading;
  if (!loading.ok) {
    const [{ path }] = mentions;
    const problems = loading.findings.map((finding) => findingToProblem(finding, path));
    return { name, module: unavailable, problems, files };
  }
  const module = createNamespace(loading.exports, loading.host, label);
  return { name, module, problems: findBarePayloadProblems(mentions, loading.exports), files };
}

/** Stands where a module has a problem already, so that the core does not report it again. */
function unavailable(): never {
  throw new Error("This transform module could not be loaded.");
}

function combine(
  modules: readonly NamedModule[],
  loadings: readonly ModuleLoading[],
): ConfigModules {
  return {
    transforms: Object.fromEntries(modules.map(({ name, module }) => [name, module])),
    problems: modules.flatMap(({ problems }) => problems),
    files: [...new Set(modules.flatMap(({ files }) => files))],
    release: async (graceMs) => {
      await Promise.all(loadings.map((loading) => loading.ok && loading.release(graceMs)));
    },
  };
}
