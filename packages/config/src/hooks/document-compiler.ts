// The name of a config and options → how to compile its documents, one after the other as it changes.
import { dirname, resolve } from "node:path";
import { type HooksCompilation, type Problem, safeCompileHooks } from "@hookwright/core";
import { createConfigSecrets } from "../secrets/create-config-secrets.ts";
import { createTransformLoader } from "../transforms/load/transform-loader.ts";
import type { ConfigDocument } from "./document.ts";
import type { HooksLoading, HooksLoadOptions } from "./hooks-loading.ts";
import { locateProblems } from "./locate-problems.ts";

export interface DocumentCompiler {
  /** Never rejects. Modules that did not change since the last document go on as they are. */
  readonly compile: (document: ConfigDocument) => Promise<HooksLoading>;
  /** Ends the modules of all documents. */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Relative paths start at the folder of `filename`: for a name without one, at the working directory. */
export function createDocumentCompiler(
  filename: string,
  options: HooksLoadOptions,
): DocumentCompiler {
  const { transforms: own = {} } = options;
  const loader = createTransformLoader({
    ...options,
    configFile: filename,
    provided: Object.keys(own),
  });
  const compile = async (document: ConfigDocument): Promise<HooksLoading> => {
    const { config, source } = document;
    const loaded = await loader.load(config);
    const compilation = safeCompileHooks(config, {
      ...options,
      secrets: options.secrets ?? createFileSecrets(filename, config, options),
      transforms: { ...loaded.transforms, ...own },
    });
    const { files, close } = loaded;
    const found = [...problemsOf(compilation), ...loaded.problems];
    const problems = locateProblems(found, document);
    if (compilation.ok && problems.every(({ severity }) => severity === "warning")) {
      return { ok: true, hooks: compilation.hooks, warnings: problems, document, files, close };
    }
    await close(0);
    return { ok: false, problems, filename, source, config, files };
  };
  return { compile, close: loader.close };
}

function createFileSecrets(filename: string, config: unknown, { env }: HooksLoadOptions) {
  const baseDir = dirname(resolve(filename));
  return createConfigSecrets(config, { baseDir, ...(env !== undefined && { env }) });
}

function problemsOf(compilation: HooksCompilation): readonly Problem[] {
  return compilation.ok ? compilation.hooks.warnings : compilation.problems;
}
