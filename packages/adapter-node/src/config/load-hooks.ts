// The path of a config file → compiled hooks, or every problem of the file with its place.
import { dirname, resolve } from "node:path";
import { type CompileOptions, type Hooks, type Problem, safeCompileHooks } from "@hookwright/core";
import { readOwn } from "../data/read-own.ts";
import { createNodeSecrets } from "../secrets/create-node-secrets.ts";
import type { ConfigDocument } from "./document.ts";
import { loadConfigFile } from "./load-config-file.ts";
import { locateProblems } from "./locate-problems.ts";

/** What `loadHooks` resolves to: hooks to serve, or everything that keeps the config from being used. */
export type HooksLoading =
  | {
      readonly ok: true;
      readonly hooks: Hooks;
      /** With positions; `hooks.warnings` has none. */
      readonly warnings: readonly Problem[];
      readonly document: ConfigDocument;
    }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      readonly filename: string;
      /** Absent where the file could not be read. */
      readonly source?: string;
      /** Absent where the text could not be parsed. */
      readonly config?: unknown;
    };

/**
 * Reads, parses and compiles a config file. Secrets come from the environment, from files beside the
 * config, and from the gateway's `secrets.providers`, unless `options.secrets` is given. Never
 * rejects.
 *
 * @example
 * ```ts
 * const loading = await loadHooks("hooks.json5");
 * if (!loading.ok) throw new Error(formatProblems(loading.problems, loading));
 * const ingress = createIngress({ hooks: loading.hooks, dispatch });
 * ```
 */
export async function loadHooks(path: string, options: CompileOptions = {}): Promise<HooksLoading> {
  const reading = await loadConfigFile(path);
  if (!reading.ok) return reading;
  const { document } = reading;
  const providers = readOwn(readOwn(document.config, "secrets"), "providers");
  const secrets = createNodeSecrets({ baseDir: dirname(resolve(path)), providers });
  const compilation = safeCompileHooks(document.config, { secrets, ...options });
  if (compilation.ok) {
    const { hooks } = compilation;
    return { ok: true, hooks, warnings: locateProblems(hooks.warnings, document), document };
  }
  return { ok: false, problems: locateProblems(compilation.problems, document), ...document };
}
