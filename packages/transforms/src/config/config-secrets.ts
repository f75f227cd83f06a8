// A parsed config of any shape → the secrets in its hooks: their values and their variables' names.
import type { SecretReference, Secrets } from "@hookwright/core";

interface ConfigSecrets {
  readonly values: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/**
 * Looks at every key, not at a list of keys, so that it covers keys that a later version adds. A value
 * that is taken for a secret by mistake only hides one variable from the modules.
 */
export function findConfigSecrets(hooks: unknown, secrets: Secrets): ConfigSecrets {
  const values = new Set<string>();
  const variables = new Set<string>();
  const read = (reference: SecretReference): string => {
    if ("env" in reference) variables.add(reference.env);
    if ("source" in reference && reference.source === "env") variables.add(reference.id);
    return askPort(reference, secrets);
  };
  visit(hooks, "", (secret) => {
    const value = typeof secret === "string" ? fillVariables(secret, read) : read(secret);
    if (value.trim() !== "") values.add(value.trim());
  });
  return { values, variables };
}

/** `token`, `pushToken`, `signingSecret`, `secrets`, `apiKey`, `password`. */
const SECRET_KEY = /token|secret|password|key/i;

/** The file parsers limit the depth of a config; this limits values that are built in code. */
const MAX_NESTING_LEVELS = 64;

function visit(
  value: unknown,
  key: string,
  report: (secret: string | SecretReference) => void,
  depth = 0,
): void {
  if (typeof value === "string" && SECRET_KEY.test(key)) report(value);
  if (typeof value !== "object" || value === null || depth === MAX_NESTING_LEVELS) return;
  const reference = toReference(value);
  if (reference !== undefined) report(reference);
  for (const [name, child] of Object.entries(value)) {
    // The elements of a list count as values of the list's key.
    visit(child, Array.isArray(value) ? key : name, report, depth + 1);
  }
}

function toReference(value: object): SecretReference | undefined {
  const { env, file, source, id } = value as Record<string, unknown>;
  if (typeof env === "string") return { env };
  if (typeof file === "string") return { file };
  if (typeof source === "string" && typeof id === "string") {
    return value as SecretReference;
  }
  return undefined;
}

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

function fillVariables(text: string, read: (reference: SecretReference) => string): string {
  return text.replace(VARIABLE, (_, env: string) => read({ env }));
}

/** A secret whose port throws is reported by the core. */
function askPort(reference: SecretReference, secrets: Secrets): string {
  try {
    return secrets(reference) ?? "";
  } catch {
    return "";
  }
}
