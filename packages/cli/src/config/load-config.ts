// The path of a config, or - for standard input → compiled hooks, or every problem with its place.
import { dirname, resolve } from "node:path";
import {
  type ConfigReading,
  createNodeSecrets,
  loadConfigFile,
  locateProblems,
  parseConfigText,
} from "@hookwright/adapter-node";
import { type Hooks, type Problem, safeCompileHooks } from "@hookwright/core";
import { readStdin } from "../input/read-input.ts";
import type { Io } from "../io.ts";

/** What loading found, and what is needed to show it. */
export interface LoadingReport {
  /** Errors and warnings, with positions. */
  readonly problems: readonly Problem[];
  readonly filename: string;
  /** Absent where the file could not be read. */
  readonly source?: string;
  /** Absent where the text could not be parsed. */
  readonly config?: unknown;
}

export type Loading =
  | (LoadingReport & { readonly ok: true; readonly hooks: Hooks })
  | (LoadingReport & { readonly ok: false });

/** Relative paths of secrets start at the folder of the config; for standard input, at the working directory. */
export async function loadConfig(path: string, io: Io): Promise<Loading> {
  const reading = path === "-" ? await readStdinConfig(io) : await loadConfigFile(path);
  if (!reading.ok) return reading;
  const { document } = reading;
  const secrets = createNodeSecrets({
    env: io.env,
    baseDir: path === "-" ? process.cwd() : dirname(resolve(path)),
    providers: readOwn(readOwn(document.config, "secrets"), "providers"),
  });
  const compilation = safeCompileHooks(document.config, { secrets });
  const { source, config, filename } = document;
  if (!compilation.ok) {
    const problems = locateProblems(compilation.problems, document);
    return { ok: false, problems, source, config, filename };
  }
  const { hooks } = compilation;
  const problems = locateProblems(hooks.warnings, document);
  return { ok: true, hooks, problems, source, config, filename };
}

async function readStdinConfig(io: Io): Promise<ConfigReading> {
  const text = await readStdin(io);
  return parseConfigText(text, { format: guessFormat(text), filename: "<stdin>" });
}

/** There is no file name to tell. The other formats begin with a brace, or with a comment of theirs. */
function guessFormat(text: string): "json5" | "yaml" {
  return /^\s*(?:\{|\/\/|\/\*)/.test(text) ? "json5" : "yaml";
}

function readOwn(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
