// An environment, a folder and the gateway's secret providers → the secrets port of the core.

import { readMember } from "@hookwright/base";
import type { SecretReference, Secrets } from "@hookwright/core";
import { expandPath } from "@hookwright/node-kit/files";
import { readTextFile } from "../files/read-text-file.ts";

/** Keys and tokens are short; a larger file is most likely not a secret. */
const MAX_SECRET_BYTES = 64 * 1024;

/** The sources of secrets. All are optional. */
export interface NodeSecretsOptions {
  /** Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start at, such as that of the config. Default: the working directory. */
  readonly baseDir?: string;
  /** The gateway's `secrets.providers`, as written. Entries of another shape are ignored. */
  readonly providers?: unknown;
  /** Is called with the absolute path of each file that is looked for, also where there is none: to watch it. */
  readonly onFile?: (path: string) => void;
}

/**
 * Creates the port that reads secrets from the environment and from files.
 *
 * - `{ env: "NAME" }` and `{ source: "env", id: "NAME" }`: a variable.
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
  const readEnv = (name: string): string | undefined =>
    Object.hasOwn(env, name) ? env[name] : undefined;
  const readFile = (path: string): string | undefined => {
    const absolute = expandPath(path, baseDir);
    onFile?.(absolute);
    const file = readTextFile(absolute, MAX_SECRET_BYTES);
    return file.ok ? file.text.replace(/\r?\n$/, "") : undefined;
  };
  return (reference) => {
    if ("env" in reference) return readEnv(reference.env);
    if ("file" in reference) return readFile(reference.file);
    if (reference.source === "env") return readEnv(reference.id);
    return reference.source === "file"
      ? readFromProvider(reference, providers, readFile)
      : undefined;
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
