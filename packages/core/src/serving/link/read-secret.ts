// A secret as written (literal, ${NAME} or reference) → its text, or a problem.

import type { SecretInput } from "../../generated/config-types.ts";
import type { ConfigPath, Problem, SecretReference, Secrets } from "../../model/index.ts";
import {
  configPathToText,
  createProblem,
  findReferredFile,
  findReferredVariable,
  isSecretPath,
  isVariableName,
} from "../../model/index.ts";
import { findWrapping, type SecretForm } from "./find-wrapping.ts";

/** The secret, or the problem that prevents reading it. */
export type SecretResult =
  /** `wasTrimmed`: white space around the value was removed, which may have been part of the secret. */
  | { readonly ok: true; readonly secret: string; readonly wasTrimmed: boolean }
  | { readonly ok: false; readonly problem: Problem };

/** The sources that the gateway's own form of reference may name. The port decides which of them it supports. */
const KNOWN_SOURCES = ["env", "file", "exec"];

/**
 * Reads a secret of a config: a text in which `${NAME}` is replaced by a variable, or a reference.
 * Surrounding space is removed. Something copied with the secret, such as quotes, is a problem. `form` says
 * what is allowed: one line (`token`, the default), also a PEM (`publicKey`), or any text. `path` locates the
 * problem. Never throws.
 *
 * @example
 * ```ts
 * readSecret({ env: "SLACK_TOKEN" }, ["channels", "slack", "botToken"], secrets);
 * ```
 */
export function readSecret(
  input: SecretInput,
  path: ConfigPath,
  secrets?: Secrets,
  form: SecretForm = "token",
): SecretResult {
  const result = readWritten(input, path, secrets);
  const wrapping = result.ok ? findWrapping(result.secret, form, variableOf(input)) : undefined;
  if (wrapping === undefined) return result;
  const { what, hint } = wrapping;
  const message = `${configPathToText(path)} ${what}.`;
  return { ok: false, problem: createProblem("secret_wrapped", path, message, { hint }) };
}

function variableOf(input: SecretInput): string | undefined {
  if (typeof input === "string") return /^\s*\$\{([A-Za-z_]\w*)\}\s*$/.exec(input)?.[1];
  return "env" in input ? input.env : undefined;
}

function readWritten(input: SecretInput, path: ConfigPath, secrets?: Secrets): SecretResult {
  if (typeof input === "string") return readText(input, path, secrets);
  if ("source" in input && !KNOWN_SOURCES.includes(input.source)) {
    const message = `${configPathToText(path)} names a secret source that is not known.`;
    const hint = `Known sources: ${KNOWN_SOURCES.join(", ")}.`;
    return {
      ok: false,
      problem: createProblem("secret_source_unknown", path, message, { hint }),
    };
  }
  const nested = findNested(input, path);
  return nested === undefined
    ? readReference(input, path, secrets)
    : { ok: false, problem: nested };
}

/** Finds a reference within a reference: no variable or file has such a name. */
function findNested(input: SecretReference, path: ConfigPath): Problem | undefined {
  const name = configPathToText(path);
  if ("env" in input) {
    const variable = findReferredVariable(input.env);
    if (variable === undefined) return undefined;
    const value = { env: variable };
    const message = `${name} refers to a variable within a reference to a variable.`;
    const hint = `Write { "env": "${variable}" }: only the name, once.`;
    const change = { kind: "replace", value, safe: true } as const;
    return createProblem("invalid_value", path, message, { hint, change });
  }
  if (!("file" in input)) return undefined;
  const file = findReferredFile(input.file);
  if (file !== undefined) {
    const value = { file };
    const message = `${name} refers to a file within a reference to a file.`;
    const hint = 'Write the path alone: { "file": "path" }, without "file:".';
    const change = { kind: "replace", value, safe: true } as const;
    return createProblem("invalid_value", path, message, { hint, change });
  }
  if (findReferredVariable(input.file) === undefined) return undefined;
  const message = `${name} refers to a variable within a reference to a file, and paths are read as they are.`;
  const hint =
    'Write { "env": "NAME" } where the variable holds the secret itself, else the path: { "file": "./hook-token" }.';
  return createProblem("invalid_value", path, message, { hint });
}

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/;

/** Whether the config contains the secret itself: a text without a reference. */
export function isLiteralSecret(written: SecretInput): boolean {
  return typeof written === "string" && !VARIABLE.test(written);
}

function readText(text: string, path: ConfigPath, secrets?: Secrets): SecretResult {
  let secret = "";
  let wasTrimmed = false;
  // Every second piece is the name in a placeholder. The secrets themselves are not expanded again.
  for (const [index, piece] of text.split(VARIABLE).entries()) {
    const isName = index % 2 === 1;
    const result: SecretResult = isName
      ? readReference({ env: piece }, path, secrets)
      : { ok: true, secret: piece, wasTrimmed: false };
    if (!result.ok) return result;
    secret += result.secret;
    wasTrimmed ||= result.wasTrimmed;
  }
  const trimmed = secret.trim();
  return { ok: true, secret: trimmed, wasTrimmed: wasTrimmed || trimmed !== secret };
}

function readReference(
  reference: SecretReference,
  path: ConfigPath,
  secrets?: Secrets,
): SecretResult {
  const read = ask(() => secrets?.(reference));
  const secret = read?.trim();
  if (secret !== undefined && secret !== "") {
    return { ok: true, secret, wasTrimmed: secret !== read };
  }
  if (!isName(reference)) return mistakenName(reference, path);
  const what = referenceToText(reference);
  const message = `${configPathToText(path)} refers to ${what}, which is not set or cannot be read.`;
  const hint =
    secrets === undefined
      ? WITHOUT_PORT
      : (ask(() => secrets.hintFor?.(reference)) ?? `Set ${what}.`);
  return {
    ok: false,
    problem: createProblem("secret_missing", path, message, { hint }),
  };
}

const WITHOUT_PORT =
  "In code, pass the option `secrets`, such as createNodeSecrets() of @hookwright/config, or write the value itself, such as process.env.HOOK_TOKEN.";

/** Whether the reference has a plausible name. It may be the secret itself by mistake. */
function isName(reference: SecretReference): boolean {
  if ("env" in reference) return isVariableName(reference.env);
  if ("file" in reference) return isSecretPath(reference.file);
  return reference.source === "env" ? isVariableName(reference.id) : isSecretPath(reference.id);
}

/** Reports end up in logs, so a text that may be a token is not repeated. */
function mistakenName(reference: SecretReference, path: ConfigPath): SecretResult {
  const [what, hint] = MISTAKEN[kindOf(reference)];
  const message = `${configPathToText(path)} refers to ${what} that may be a secret.`;
  return { ok: false, problem: createProblem("secret_missing", path, message, { hint }) };
}

const MISTAKEN = {
  env: [
    "an environment variable that is not set, by a name",
    'Write the name of the variable, such as "HOOK_TOKEN", and not its value.',
  ],
  file: [
    "a file that cannot be read, by a path",
    'Write the path of the file, such as "./hook-token", and not what is in it.',
  ],
  store: [
    "a secret that is not set or cannot be read, by a name",
    "Write the name of the secret in its store, and not its value.",
  ],
} as const;

function kindOf(reference: SecretReference): keyof typeof MISTAKEN {
  if ("file" in reference) return "file";
  return "env" in reference || reference.source === "env" ? "env" : "store";
}

/**
 * If the port throws, the secret counts as missing. Its message is dropped, because it might contain a
 * secret.
 */
function ask(port: () => string | undefined): string | undefined {
  try {
    return port();
  } catch {
    return undefined;
  }
}

function referenceToText(reference: SecretReference): string {
  if ("env" in reference) return `the environment variable ${reference.env}`;
  if ("file" in reference) return `the file ${reference.file}`;
  return `the ${reference.source} secret ${reference.id}`;
}
