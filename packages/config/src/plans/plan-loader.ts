// The path of a plan and ports → a loader of it: secrets from variables and files, modules from the folder beside it.
import { dirname, resolve } from "node:path";
import type {
  CreateTransformLoader,
  LoadedTransforms,
  Problem,
  SecretReference,
  Secrets,
  TransformLoader,
} from "@hookwright/core";
import {
  createProblem,
  type LinkPorts,
  link,
  listSecrets,
  type Plan,
  type RuntimeHooks,
  readPlan,
} from "@hookwright/core/runtime";
import { createNodeCrypto } from "@hookwright/signatures/node";
import { createNodeDecompressor } from "../compression/create-node-decompressor.ts";
import { readConfigText } from "../files/read-config-text.ts";
import { createLoaderProblem, NO_MODULES } from "../hooks/module-problems.ts";
import { createNodeKeys } from "../keys/create-node-keys.ts";
import { hooksWithProblems, type LoadedHooks, type LoadResult } from "../load-result.ts";
import { createNodeSecrets } from "../secrets/create-node-secrets.ts";
import type { EnvFileSource } from "../secrets/env-file.ts";

/** Options of `loadPlan`: the ports of `link`, and sources of modules and secrets. All are optional. */
export type PlanLoadOptions = LinkPorts & {
  /** Loads the modules that mappings name, from `hooks.transformsDir` beside the plan: `createTransformLoader` of `@hookwright/transforms`. */
  readonly createTransformLoader?: CreateTransformLoader;
  /** Secrets are read from it, and modules see it without the secrets. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A `.env` file for secrets that `env` lacks; nothing else reads it. It is read at each load. Default: none. */
  readonly envFile?: EnvFileSource | undefined;
  /** The text of the plan, if it is not to be read from the file. */
  readonly text?: string;
  /** Called with errors that occur while hooks are served. Default: `process.emitWarning`. */
  readonly warn?: (message: string) => void;
};

/** The result of `loadPlan`. Hooks of a plan cannot explain events. */
export type PlanLoadResult = LoadResult<LoadedHooks<RuntimeHooks>>;

interface PlanLoader {
  /** Never rejects. Modules that did not change since the last load keep running. */
  readonly load: () => Promise<PlanLoadResult>;
  readonly isModule: (filename: string) => boolean;
  readonly close: (graceMs?: number) => Promise<void>;
}

/** The trees of a config are larger than its text. */
const MAX_PLAN_BYTES = 128 * 1024 * 1024;

/** Relative paths start at the folder of the plan, or at the working directory if `path` names no folder. */
export function createPlanLoader(path: string, options: PlanLoadOptions): PlanLoader {
  let modules: TransformLoader | undefined;
  const { createTransformLoader: create, transforms: own = {}, env, warn } = options;

  const loadModules = async (plan: Plan, secrets: Secrets): Promise<LoadedTransforms> => {
    const provided = Object.keys(own);
    const isNeeded = plan.mappings.some(
      ({ transform }) => transform !== undefined && !provided.includes(transform.module),
    );
    if (create === undefined || !isNeeded) return NO_MODULES;
    try {
      modules ??= await create({
        configFile: path,
        ...(env !== undefined && { env }),
        ...(warn !== undefined && { warn }),
      });
      return await modules.load(configOfModules(plan), { secrets, provided });
    } catch (error) {
      return { ...NO_MODULES, problems: [createLoaderProblem(error)] };
    }
  };

  return {
    load: async () => {
      const file = readConfigText(path, options.text, MAX_PLAN_BYTES);
      const report = { filename: path, files: file.files };
      if (!file.ok) {
        const message = `The plan cannot be read: ${file.reason}.`;
        return {
          ...report,
          ok: false,
          problems: [createProblem("config_unreadable", [], message)],
        };
      }
      const read = await readPlan(file.text);
      if (!read.ok) return { ...report, ok: false, problems: read.problems };
      const { plan } = read;
      const secretFiles = new Set<string>();
      const ofEnvFile: Problem[] = [];
      const secrets =
        options.secrets ??
        createPlanSecrets(path, {
          env,
          envFile: options.envFile,
          onFile: (one) => void secretFiles.add(one),
          onProblem: (problem) => void ofEnvFile.push(problem),
        });
      const loaded = await loadModules(plan, secrets);
      const linked = link(plan, {
        ...options,
        secrets,
        crypto: options.crypto ?? createNodeCrypto(),
        decompressor: options.decompressor ?? createNodeDecompressor(),
        keys: options.keys ?? createNodeKeys(),
        transforms: { ...loaded.transforms, ...own },
      });
      const ofHooks = linked.ok
        ? [...linked.hooks.warnings, ...linked.hooks.hints]
        : linked.problems;
      const problems = [...read.problems, ...ofEnvFile, ...ofHooks, ...loaded.problems];
      const files = [...report.files, ...loaded.files, ...secretFiles];
      if (linked.ok && problems.every(({ severity }) => severity !== "error")) {
        const hooks = hooksWithProblems(linked.hooks, problems);
        return { ...report, files, problems, ok: true, hooks, close: loaded.close };
      }
      await loaded.close(0);
      return { ...report, files, problems, ok: false };
    },
    isModule: (name) => modules?.isModule(name) ?? false,
    close: async (graceMs) => modules?.close(graceMs),
  };
}

/**
 * The parts of a config that the module loader needs: where modules are, and which secrets to hide from their
 * environment.
 */
function configOfModules(plan: Plan): unknown {
  const mappings = plan.mappings.map(({ transform }) => ({ transform }));
  const secrets = listSecrets(plan).map(({ secret }) => secret);
  return { hooks: { ...plan.modules, mappings, secrets } };
}

type SecretSources = Omit<
  NonNullable<Parameters<typeof createNodeSecrets>[0]>,
  "baseDir" | "providers"
>;

function createPlanSecrets(path: string, sources: SecretSources): Secrets {
  const secrets = createNodeSecrets({ ...sources, baseDir: dirname(resolve(path)) });
  const hintFor = (reference: SecretReference): string | undefined =>
    "source" in reference && reference.source !== "env"
      ? WITHOUT_PROVIDERS
      : secrets.hintFor?.(reference);
  return Object.assign((reference: SecretReference) => secrets(reference), { hintFor });
}

const WITHOUT_PROVIDERS =
  'A plan cannot use "secrets.providers" of the gateway: serve the config, or write { "file": "path" } or { "env": "NAME" } in it and build it again.';
