// A secret as written (literal, ${NAME} or reference) → its text, or what is missing.
import type { SecretInput, SecretReference } from "../model/config.ts";
import type { ConfigPath } from "../model/mapping.ts";
import type { Secrets } from "../model/ports.ts";
import type { Problem } from "../model/problem.ts";
import { configPathToText } from "../problem/config-path.ts";
import { createProblem } from "../problem/problem.ts";

/** The secret, or the problem that says what is missing. */
export type SecretResult =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly problem: Problem };

/** The stores that the gateway's own form of reference may name; which of them serve is the port's affair. */
const KNOWN_SOURCES = ["env", "file", "exec"];

/**
 * Reads a secret that a config holds: a text in which `${NAME}` stands for a variable, or a reference.
 * Space around it is removed. `path` is where it stands, for the problem. Never throws.
 *
 * @example
 * ```ts
 * readSecret({ env: "SLACK_TOKEN" }, ["channels", "slack", "botToken"], secrets);
 * ```
 */
export function readSecret(input: SecretInput, path: ConfigPath, secrets?: Secrets): SecretResult {
  if (typeof input === "string") return readText(input, path, secrets);
  if ("source" in input && !KNOWN_SOURCES.includes(input.source)) {
    const message = `${configPathToText(path)} names a secret source that is not known.`;
    const hint = `Known sources: ${KNOWN_SOURCES.join(", ")}.`;
    return {
      ok: false,
      problem: createProblem("secret_source_unknown", path, message, { hint }),
    };
  }
  return readReference(input, path, secrets);
}

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/;

function readText(text: string, path: ConfigPath, secrets?: Secrets): SecretResult {
  let secret = "";
  // Every second piece is the name in a placeholder; a secret is not searched for further ones.
  for (const [index, piece] of text.split(VARIABLE).entries()) {
    const isName = index % 2 === 1;
    const result: SecretResult = isName
      ? readReference({ env: piece }, path, secrets)
      : { ok: true, secret: piece };
    if (!result.ok) return result;
    secret += result.secret;
  }
  return { ok: true, secret: secret.trim() };
}

function readReference(
  reference: SecretReference,
  path: ConfigPath,
  secrets?: Secrets,
): SecretResult {
  const secret = askPort(reference, secrets)?.trim();
  if (secret !== undefined && secret !== "") return { ok: true, secret };
  const variable = variableOf(reference);
  if (variable !== undefined && !VARIABLE_NAME.test(variable)) return mistakenName(path);
  const what = referenceToText(reference);
  const message = `${configPathToText(path)} refers to ${what}, which is not set or cannot be read.`;
  const hint = secrets === undefined ? "Pass a `secrets` port to read it." : `Set ${what}.`;
  return {
    ok: false,
    problem: createProblem("secret_missing", path, message, { hint }),
  };
}

function variableOf(reference: SecretReference): string | undefined {
  if ("env" in reference) return reference.env;
  return "source" in reference && reference.source === "env" ? reference.id : undefined;
}

/** Words in one case, as people name variables. Anything else may be the secret itself. */
const VARIABLE_NAME =
  /^(?:[A-Z_][A-Z\d]{0,15}(?:_[A-Z\d]{1,16})*|[a-z_][a-z\d]{0,15}(?:_[a-z\d]{1,16})*)$/;

/** Reports end up in logs, so what may be a token is not repeated. */
function mistakenName(path: ConfigPath): SecretResult {
  const message = `${configPathToText(path)} refers to an environment variable that is not set, by a name that may be a secret.`;
  const hint = 'Write the name of the variable, such as "HOOK_TOKEN", and not its value.';
  return { ok: false, problem: createProblem("secret_missing", path, message, { hint }) };
}

/** A port that throws has no secret for us, and its message might contain one. */
function askPort(reference: SecretReference, secrets?: Secrets): string | undefined {
  try {
    return secrets?.(reference);
  } catch {
    return undefined;
  }
}

function referenceToText(reference: SecretReference): string {
  if ("env" in reference) return `the environment variable ${reference.env}`;
  if ("file" in reference) return `the file ${reference.file}`;
  return `the ${reference.source} secret ${reference.id}`;
}
