// A config of any shape → the modules that its mappings name, and every problem with them.

import { realpathSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { readMember } from "@hookwright/base";
import type { ConfigPath, Problem, Secrets, TransformModule, Transforms } from "@hookwright/core";
import { expandPath } from "@hookwright/node-kit/files";
import { callExport } from "../calls/call-export.ts";
import { describeExports, describeThrown, type ExportDescription } from "../calls/call-result.ts";
import { copyContext, TOO_DEEP } from "../calls/copy-context.ts";
import {
  createTransformEnv,
  type Environment,
  readTransformSettings,
  type TransformSettings,
} from "../config/transform-settings.ts";
import { bundleWorker } from "../modules/bundle-worker.ts";
import type { ModuleFile } from "../modules/foreign-imports.ts";
import { locateModule } from "../modules/locate-module.ts";
import type { CachedScript, ModuleCache } from "../modules/module-cache.ts";
import {
  describeUnavailable,
  type ModuleProblem,
  TRANSFORM,
  toProblem,
} from "../modules/module-problem.ts";
import { provideContainedRequire } from "../modules/require-plugin.ts";
import { createWorkerRunner } from "../worker/module-pool.ts";
import type { WriteModuleOutput } from "../worker/output-relay.ts";
import type { WorkerRegistry } from "../worker/worker-registry.ts";
import { findBarePayloadNames } from "./bare-payload.ts";
import { createFailure, type ModuleLabel, thrownToText } from "./describe-failure.ts";
import {
  DEFAULT_LOAD_TIMEOUT_MS,
  emitWarning,
  loadModule,
  type ModuleLoadOptions,
  type ModuleResult,
  readModule,
  writeToStderr,
} from "./load-module.ts";
import type { ModuleRunner } from "./module-runner.ts";

interface ConfigModulesOptions extends RunnerOptions, Pick<ModuleLoadOptions, "cache" | "runners"> {
  /** The folder of the config file. */
  readonly baseDir: string;
  readonly provided?: readonly string[] | undefined;
  /** Whether modules are run. Default: true. */
  readonly runs?: boolean;
}

interface ConfigModules {
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
      load({ name, folder, file, terms: TRANSFORM }).catch((error) => {
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

type FolderResult =
  | { readonly ok: true; readonly folder: string }
  /** `expected` is the path that was tried, for the watcher. */
  | { readonly ok: false; readonly problem: ModuleProblem; readonly expected: string };

/** The real path, because the real paths of all modules are compared with it. */
function openFolder(written: string, baseDir: string): FolderResult {
  const expected = expandPath(written, baseDir);
  try {
    const folder = realpathSync(expected);
    if (statSync(folder).isDirectory()) return { ok: true, folder };
    return missing(written, expected, "is a file, not a folder");
  } catch {
    return missing(written, expected, "does not exist");
  }
}

function missing(written: string, expected: string, why: string): FolderResult {
  const problem: ModuleProblem = {
    code: "transform_missing",
    message: `The folder of the transform modules, "${written}", ${why}.`,
    hint: "Create it beside the config, or name another folder in hooks.transformsDir.",
  };
  return { ok: false, problem, expected };
}

/** The mentions of a module and its exports → a warning for each function that expects the bare body. */
function findBarePayloadProblems(
  mentions: readonly TransformMention[],
  exports: readonly ExportDescription[] = [],
): readonly Problem[] {
  return mentions.flatMap((mention) => {
    const chosen = chooseExport(mention, exports);
    const names = findBarePayloadNames(chosen?.source ?? "");
    return names.length === 0 ? [] : warn(mention, names);
  });
}

/** Chooses as the core does: the named export, else `default`, else `transform`. */
function chooseExport(
  { export: named }: TransformMention,
  exports: readonly ExportDescription[],
): ExportDescription | undefined {
  const names = named === undefined ? ["default", "transform"] : [named];
  return names
    .map((wanted) => exports.find(({ name, path }) => name === wanted && path !== undefined))
    .find((found) => found !== undefined);
}

/** A few names are enough to recognise the mistake. */
const MAX_SHOWN_NAMES = 3;

function warn({ name, path }: TransformMention, names: readonly string[]): Problem {
  const read = names.slice(0, MAX_SHOWN_NAMES).join(", ");
  const problem = {
    code: "transform_bare_payload",
    message: `The transform module "${name}" reads ${read} from its argument, but the function gets an object with payload.`,
    hint: `Write ({ payload }) => … and read payload.${names[0]}; beside payload there are headers, query, path, url and now.`,
  } as const;
  return toProblem(problem, path, "warning");
}

interface RunnerOptions {
  readonly cache: ModuleCache;
  readonly registry: WorkerRegistry;
  readonly env?: Environment;
  readonly secrets: Secrets;
  readonly warn?: (message: string) => void;
  readonly loadTimeoutMs?: number;
  readonly output?: WriteModuleOutput | "ignore";
}

interface RunnerKind {
  /** Differs if the same module needs another runner. */
  readonly key: string;
  readonly create: (script: CachedScript, label: ModuleLabel) => ModuleRunner;
}

/** A config and its settings → how to create the runners of its modules. */
async function chooseRunner(
  config: unknown,
  settings: TransformSettings,
  options: RunnerOptions,
): Promise<RunnerKind> {
  if (settings.isolation === "inline") return { key: "inline", create: createInlineRunner };
  const { cache, registry, secrets, env = process.env, warn = emitWarning } = options;
  const { loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, output = writeToStderr } = options;
  const { memoryMb, workers, env: names } = settings;
  const passed = createTransformEnv(config, { env, secrets, ...(names && { names }) });
  const main = cache.add("worker", await bundleWorker());
  return {
    key: JSON.stringify([memoryMb, workers, passed]),
    create: (module, label) =>
      createWorkerRunner({
        ...{ module, main, registry, memoryMb, workers, env: passed, loadTimeoutMs, output },
        name: label.name,
        onBackground: (thrown) =>
          warn(`Background work of a transform failed: ${thrownToText(thrown, label)}.`),
      }),
  };
}

/** A built module → a runner that calls its functions in the server's own thread. */
function createInlineRunner(script: CachedScript): ModuleRunner {
  let namespace: unknown;
  return {
    load: async () => {
      try {
        // This must precede the import: Node reads a source map when it loads the module.
        process.setSourceMapsEnabled(true);
        provideContainedRequire();
        namespace = await import(pathToFileURL(script.ensureFile()).href);
        return { ok: true, exports: describeExports(namespace) };
      } catch (error) {
        return { ok: false, outcome: { kind: "threw", thrown: describeThrown(error) } };
      }
    },
    call: async (call) => {
      const context = copyContext(call.context);
      if (context === undefined) return { kind: "failed", reason: TOO_DEEP };
      const answer = await callExport(namespace, { ...call, context });
      if (answer.kind !== "result") return answer;
      return {
        kind: "result",
        result: answer.json === undefined ? undefined : JSON.parse(answer.json),
      };
    },
    close: nothingToEnd,
    stop: nothingToEnd,
  };
}

/** Code in the server's own thread cannot be stopped. */
function nothingToEnd(): Promise<void> {
  return Promise.resolve();
}

/**
 * An export that is not a function becomes null, so that the core can list the names of all exports. If
 * the exports are not known, the namespace is a function, which the core accepts for any export.
 */
function createNamespace(
  exports: readonly ExportDescription[] | undefined,
  runner: Pick<ModuleRunner, "call">,
  label: ModuleLabel,
): TransformModule {
  // The core checks the result of a call.
  if (exports === undefined) {
    return createCall({ path: [], hint: "" }, runner, label) as TransformModule;
  }
  return Object.fromEntries(
    exports.map(({ name, path, source }) => {
      if (path === undefined) return [name, null];
      return [name, createCall({ path, hint: hintBarePayload(source) }, runner, label)];
    }),
  );
}

/** The default of the core, for callers that pass no limit. */
const DEFAULT_TIMEOUT_MS = 10_000;

type Call = (context: object, call?: { readonly timeoutMs?: number }) => Promise<unknown>;

function createCall(
  { path, hint }: { readonly path: readonly string[]; readonly hint: string },
  runner: Pick<ModuleRunner, "call">,
  label: ModuleLabel,
): Call {
  return async (context, { timeoutMs = DEFAULT_TIMEOUT_MS } = {}) => {
    const outcome = await runner.call({ path, context, timeoutMs });
    if (outcome.kind === "result") return outcome.result;
    const failure = createFailure(outcome, label);
    if (failure.name === "TypeError") failure.message += hint;
    throw failure;
  };
}

/** A module that expects the bare body mostly fails with a TypeError, on every event. */
function hintBarePayload(source = ""): string {
  return findBarePayloadNames(source).length === 0
    ? ""
    : "; the function gets an object with payload, not the payload itself";
}

interface TransformMention {
  /** Trimmed, as the core looks it up. */
  readonly name: string;
  /** The export that the mapping names. */
  readonly export?: string;
  /** The path of `transform.module`. */
  readonly path: ConfigPath;
}

/** A parsed config of any shape → every mention of a transform module in a mapping. Never throws. */
function findTransformMentions(config: unknown): readonly TransformMention[] {
  const mappings = readMember(readMember(config, "hooks"), "mappings");
  if (!Array.isArray(mappings)) return [];
  return mappings.flatMap((mapping: unknown, index) => {
    const transform = readMember(mapping, "transform");
    const name = readMember(transform, "module");
    if (typeof name !== "string" || name.trim() === "") return [];
    const exported = readMember(transform, "export");
    return {
      name: name.trim(),
      ...(typeof exported === "string" && { export: exported }),
      path: ["hooks", "mappings", index, "transform", "module"],
    };
  });
}
