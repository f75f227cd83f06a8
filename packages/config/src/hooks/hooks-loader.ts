// The path of a config and options → a loader that compiles each version of the config document.
import { dirname, resolve } from "node:path";
import { readMember } from "@hookwright/base";
import {
  type CompileOptions,
  type CreateTransformLoader,
  type Hooks,
  type LoadedTransforms,
  type Problem,
  type Secrets,
  safeCompileHooks,
  type TransformLoader,
} from "@hookwright/core";
import { createNodeCrypto } from "@hookwright/signatures/node";
import { createNodeDecompressor } from "../compression/create-node-decompressor.ts";
import { includeFiles } from "../include/include-files.ts";
import { createNodeKeys } from "../keys/create-node-keys.ts";
import {
  type ConfigDocument,
  hooksWithProblems,
  type LoadReport,
  type LoadResult,
} from "../load-result.ts";
import { limitProblems } from "../report/limit-problems.ts";
import { createNodeSecrets, type NodeSecretsOptions } from "../secrets/create-node-secrets.ts";
import type { EnvFileSource } from "../secrets/env-file.ts";
import { findFileNames } from "../secrets/find-file-names.ts";
import { locateProblems } from "./locate-problems.ts";
import { createLoaderProblem, INSTALL_TRANSFORMS, NO_MODULES } from "./module-problems.ts";

/** Options of `loadHooks`: those of `compileHooks`, and sources of modules and secrets. All are optional. */
export type HooksLoadOptions = CompileOptions & {
  /**
   * Loads the modules that mappings name: `createTransformLoader` of `@hookwright/transforms`. It is
   * called when a config names a module. Without it, mappings can only name functions of `transforms`.
   * A function of `transforms` always takes precedence over a file of the same name.
   */
  readonly createTransformLoader?: CreateTransformLoader;
  /** Secrets are read from it, and modules see it without the secrets. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A `.env` file for secrets that `env` lacks; nothing else reads it. It is read at each load. Default: none. */
  readonly envFile?: EnvFileSource | undefined;
  /** Texts to use in place of files, by the names of the files in reports. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Whether problems get their `fixes`. Each is tried, which costs a parse of the file. Default: false. */
  readonly fixes?: boolean;
  /**
   * Inspects a config that compiles, with its compile options, and returns further problems.
   * For tools: a server does not need it.
   */
  readonly inspect?: (config: unknown, options: CompileOptions) => Promise<readonly Problem[]>;
  /** Called with errors that occur while hooks are served. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
};

interface HooksLoader {
  /** Never rejects. Modules that did not change since the last load keep running. */
  readonly load: (document: LoadResult<ConfigDocument>) => Promise<LoadResult>;
  /** Whether a file of this name can be a transform module. */
  readonly isModule: (filename: string) => boolean;
  /** Stops the modules of all loads. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Relative paths start at the folder of `filename`, or at the working directory if it names no folder. */
export function createHooksLoader(filename: string, options: HooksLoadOptions): HooksLoader {
  const { transforms: own = {}, createTransformLoader: create, env, warn } = options;
  const provided = Object.keys(own);
  let modules: TransformLoader | undefined;

  const loadModules = async (config: unknown, secrets: Secrets): Promise<LoadedTransforms> => {
    if (create === undefined || !namesModule(config, provided)) return NO_MODULES;
    try {
      modules ??= await create({
        configFile: filename,
        ...(env !== undefined && { env }),
        ...(warn !== undefined && { warn }),
      });
      return await modules.load(config, { secrets, provided });
    } catch (error) {
      return { ...NO_MODULES, problems: [createLoaderProblem(error)] };
    }
  };

  return {
    load: async (read) => {
      const document = await includeFiles(read, options.texts);
      if (!document.ok) return document;
      const {
        config,
        format: _format,
        locate: _locate,
        problems: ofText,
        rangeOf,
        explain,
        includedAt,
        ...report
      } = document;
      const secretFiles = new Set<string>();
      // They have no position in the config.
      const ofEnvFile: Problem[] = [];
      const onFile = (path: string): void => void secretFiles.add(path);
      const secrets =
        options.secrets ??
        createFileSecrets(filename, config, {
          env,
          envFile: options.envFile,
          onFile,
          onProblem: (problem) => void ofEnvFile.push(problem),
        });
      const loaded = await loadModules(config, secrets);
      const transforms = { ...loaded.transforms, ...own };
      const crypto = options.crypto ?? createNodeCrypto();
      const decompressor = options.decompressor ?? createNodeDecompressor();
      const keys = options.keys ?? createNodeKeys();
      const ports = { secrets, crypto, decompressor, keys };
      const compileOptions = { ...options, ...ports, transforms };
      const compiled = safeCompileHooks(config, compileOptions);
      const ofConfig = await listProblems(compiled, () =>
        options.inspect?.(config, compileOptions),
      );
      const ofNames = findFileNames(config, dirname(resolve(filename)), ofConfig);
      const ofHooks = [
        ...ofNames,
        ...ofConfig.filter(createNewsTest(ofText)).map(hintInstall),
        ...loaded.problems,
      ];
      // Problems beyond the limit are not located: an object with a wrong key on each line has one per line.
      const { problems: reported, furtherProblems } = limitProblems(
        ofHooks,
        document.furtherProblems,
      );
      const located = locateProblems(reported, {
        rangeOf,
        ...(explain !== undefined && { explain }),
        ...(includedAt !== undefined && { includedAt }),
      });
      const all = limitProblems([...ofText, ...ofEnvFile, ...located], furtherProblems);
      const problems =
        options.fixes === true ? await addFixesTo(all.problems, document) : all.problems;
      const files = [...report.files, ...loaded.files, ...secretFiles];
      const result = { ...report, config, ...all, problems, files };
      if (compiled.ok && problems.every(({ severity }) => severity !== "error")) {
        const hooks = withProblems(compiled.hooks, result, [...ofText, ...ofEnvFile, ...ofHooks]);
        return { ...result, ok: true, hooks, close: loaded.close };
      }
      await loaded.close(0);
      return { ...result, ok: false };
    },
    isModule: (name) => modules?.isModule(name) ?? false,
    close: async (graceMs) => modules?.close(graceMs),
  };
}

/** Warnings of the text and the modules are found outside of the compiler. */
function withProblems(
  hooks: Hooks,
  { problems: reported, furtherProblems }: Pick<LoadReport, "problems" | "furtherProblems">,
  found: readonly Problem[],
): Hooks {
  // The report has positions, and leaves out problems beyond its limit.
  return hooksWithProblems(hooks, furtherProblems === undefined ? reported : found);
}

/** Only a config that compiles is inspected. */
async function listProblems(
  compiled: ReturnType<typeof safeCompileHooks>,
  inspect: () => Promise<readonly Problem[]> | undefined,
): Promise<readonly Problem[]> {
  if (!compiled.ok) return compiled.problems;
  const { warnings, hints } = compiled.hooks;
  return [...warnings, ...hints, ...((await inspect()) ?? [])];
}

/** Imported late: a server only reports problems. */
async function addFixesTo(
  problems: readonly Problem[],
  document: ConfigDocument & LoadReport,
): Promise<readonly Problem[]> {
  const { addFixes } = await import("../fix/add-fixes.ts");
  return addFixes(problems, document);
}

/** A config without modules does not pay for the import of workers and esbuild. */
function namesModule(config: unknown, provided: readonly string[]): boolean {
  const mappings = readMember(readMember(config, "hooks"), "mappings");
  if (!Array.isArray(mappings)) return false;
  return mappings.some((mapping: unknown) => {
    const name = readMember(readMember(mapping, "transform"), "module");
    return typeof name === "string" && !provided.includes(name.trim());
  });
}

/** The core's hint says how to pass a function, but a config file usually names another file. */
function hintInstall(problem: Problem): Problem {
  return problem.code === "transform_unavailable"
    ? { ...problem, hint: INSTALL_TRANSFORMS }
    : problem;
}

/** Tests whether a problem is new: not reported by the files already, and not caused by a file that is left out. */
function createNewsTest(ofText: readonly Problem[]): (problem: Problem) => boolean {
  const reported = new Set(ofText.map(({ path }) => JSON.stringify(path)));
  const isIncomplete = ofText.some(({ path: [, key] }) => key === "include");
  return ({ code, path }) => {
    if (code === "include_unresolved") return false;
    if (code === "template_partial_unknown" || code === "partial_unused") return !isIncomplete;
    return code !== "id_duplicate" || !reported.has(JSON.stringify(path));
  };
}

function createFileSecrets(
  filename: string,
  config: unknown,
  options: Pick<NodeSecretsOptions, "env" | "envFile" | "onFile" | "onProblem">,
): Secrets {
  return createNodeSecrets({
    ...options,
    baseDir: dirname(resolve(filename)),
    providers: readMember(readMember(config, "secrets"), "providers"),
  });
}
