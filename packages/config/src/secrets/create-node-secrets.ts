// An environment, a folder and the gateway's secret providers → the secrets port of the core.

import { basename, resolve } from "node:path";
import { readMember } from "@hookwright/base";
import type { Problem, SecretReference, Secrets } from "@hookwright/core";
import { expandPath } from "@hookwright/node-kit/files";
import { readTextFile } from "../files/read-text-file.ts";
import { type EnvFile, type EnvFileSource, readEnvFile } from "./env-file.ts";

/** Keys and tokens are short; a larger file is most likely not a secret. */
const MAX_SECRET_BYTES = 64 * 1024;

/** The sources of secrets. All are optional. */
export interface NodeSecretsOptions {
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The folder that relative paths start at, such as that of the config. Default: the working directory. */
  readonly baseDir?: string;
  /** The gateway's `secrets.providers`, as written. Entries of another shape are ignored. */
  readonly providers?: unknown;
  /** Called with the absolute path of each file that is looked for, even if it is missing: to watch it. */
  readonly onFile?: (path: string) => void;
  /** Variables that `env` lacks are looked up here. Default: nowhere. */
  readonly envFile?: EnvFileSource | undefined;
  /** Called once for each problem of `envFile`. */
  readonly onProblem?: (problem: Problem) => void;
}

/**
 * Creates the port that reads secrets from the environment and from files.
 *
 * - `{ env: "NAME" }` and `{ source: "env", id: "NAME" }`: a variable of `env`, else of `envFile`, which is read
 * once.
 * A variable of `env` takes precedence, even if it is empty.
 * - `{ file: "path" }`: the text of a file without its final newline.
 * - `{ source: "file", provider: "name", id: "/a/b" }`: the file of that provider; `id` is a JSON
 *   pointer into it, which is ignored if the provider's `mode` is `singleValue`.
 *
 * Returns `undefined` for a secret that is missing, unreadable, not text, or larger than 64 KiB. Never
 * throws.
 *
 * @example
 * ```ts
 * const secrets = createNodeSecrets({ env: { HOOK_TOKEN: "a-long-random-text" } });
 * secrets({ env: "HOOK_TOKEN" }); // "a-long-random-text"
 * ```
 */
export function createNodeSecrets(options: NodeSecretsOptions = {}): Secrets {
  const { env = process.env, baseDir = process.cwd(), providers, onFile } = options;
  const variables = createVariables(env, options);
  const readFile = (path: string): string | undefined => {
    const absolute = expandPath(path, baseDir);
    onFile?.(absolute);
    const file = readTextFile(absolute, MAX_SECRET_BYTES);
    return file.ok ? file.text.replace(/\r?\n$/, "") : undefined;
  };
  const secrets = (reference: SecretReference): string | undefined => {
    const variable = findVariable(reference);
    if (variable !== undefined) return variables.find(variable);
    if ("file" in reference) return readFile(reference.file);
    return "source" in reference && reference.source === "file"
      ? readFromProvider(reference, providers, readFile)
      : undefined;
  };
  const hintFor = (reference: SecretReference): string | undefined => {
    const variable = findVariable(reference);
    return variable === undefined ? undefined : variables.hintFor(variable);
  };
  return Object.assign(secrets, { hintFor });
}

function findVariable(reference: SecretReference): string | undefined {
  if ("env" in reference) return reference.env;
  return "source" in reference && reference.source === "env" ? reference.id : undefined;
}

interface Variables {
  readonly find: (name: string) => string | undefined;
  readonly hintFor: (name: string) => string | undefined;
}

/** The file is read when the first variable that `env` lacks is looked up, or at once if the file is required. */
function createVariables(
  env: Readonly<Record<string, string | undefined>>,
  { envFile, onFile, onProblem }: NodeSecretsOptions,
): Variables {
  let opened: EnvFile | undefined;
  let isTaken = false;
  const open = (written: EnvFileSource): EnvFile => {
    if (opened !== undefined) return opened;
    const source = { ...written, path: resolve(written.path) };
    onFile?.(source.path);
    opened = readEnvFile(source);
    for (const problem of opened.problems) onProblem?.(problem);
    return opened;
  };
  if (envFile !== undefined && envFile.isOptional !== true) open(envFile);
  const has = (name: string): boolean => Object.hasOwn(env, name) && env[name] !== undefined;
  return {
    find: (name) => {
      if (has(name)) return env[name];
      if (envFile === undefined) return undefined;
      const file = open(envFile);
      const value = file.find(name);
      if (value !== undefined && !isTaken) {
        isTaken = true;
        if (file.exposure !== undefined) onProblem?.(file.exposure);
      }
      return value;
    },
    hintFor: (name) => {
      if (envFile === undefined) return undefined;
      if (!has(name)) return open(envFile).hintFor(name);
      const file = basename(envFile.path);
      return `${name} is set but empty in the environment, which takes precedence over ${file}: set it there, or unset it.`;
    },
  };
}

function readFromProvider(
  { provider = "default", id }: Extract<SecretReference, { source: string }>,
  providers: unknown,
  readFile: (path: string) => string | undefined,
): string | undefined {
  const settings = readMember(providers, provider);
  const path = readMember(settings, "path");
  if (readMember(settings, "source") !== "file" || typeof path !== "string") return undefined;
  const text = readFile(path);
  return text === undefined || readMember(settings, "mode") === "singleValue"
    ? text
    : readJsonPointer(text, id);
}

/** RFC 6901, own properties only; undefined if the text is not JSON. */
function readJsonPointer(text: string, pointer: string): string | undefined {
  if (!pointer.startsWith("/")) return undefined;
  let value = parseJson(text);
  for (const step of pointer.slice(1).split("/")) {
    value = readMember(value, step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return typeof value === "string" ? value : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
