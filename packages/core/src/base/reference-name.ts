// The name in a reference to a secret → whether it can be shown, or may be the secret itself; and what other tools'
// references name.
//
// Reports end up in logs, and people write the token in the place of its name: `{ file: "Zk3vQ9xR7mT2" }`.

/** Words in one case, as people name variables. Anything else may be the secret itself. */
const VARIABLE_NAME =
  /^(?:[A-Z_][A-Z\d]{0,15}(?:_[A-Z\d]{1,16})*|[a-z_][a-z\d]{0,15}(?:_[a-z\d]{1,16})*)$/;

/**
 * Whether a text is the name of an environment variable, and not a secret in its place.
 *
 * @example
 * ```ts
 * isVariableName("HOOK_TOKEN"); // true
 * isVariableName("d41d8cd98f00b204e9800998ecf8427e"); // false
 * ```
 */
export function isVariableName(text: string): boolean {
  return VARIABLE_NAME.test(text);
}

const PATH_START = /^(?:~?[\\/]|\.{1,2}[\\/]|[A-Za-z]:[\\/])/;

/** A word in one case, words in camel case, with a short number at most; or a date. */
const WORD =
  /^(?:(?:\p{Lu}{1,16}|\p{Lu}?\p{Ll}{1,16}(?:\p{Lu}\p{Ll}{2,15}){0,3})(?:\d{0,4})|\d{1,12})$/u;

/** Shorter folders are made by systems, such as those for temporary files. */
const MIN_SECRET_CHARACTERS = 20;

/**
 * Whether a text is the path of a file or the name of an entry in a store, and not a secret in its place: every part
 * of it is a word or a short number. A text that starts as a path does may also have a few short parts of another
 * kind.
 *
 * @example
 * ```ts
 * isSecretPath("/run/secrets/hook-token"); // true
 * isSecretPath("Zk3vQ9xR7mT2bW8nJ4hL6pY1"); // false
 * ```
 */
export function isSecretPath(text: string): boolean {
  const steps = text.split(/[\\/]+/).filter((step) => step !== "");
  const others = steps.filter((step) => !isName(step));
  if (!PATH_START.test(text)) return others.length === 0;
  return (
    others.length * 2 < Math.max(steps.length, 1) &&
    others.every((step) => step.length < MIN_SECRET_CHARACTERS)
  );
}

function isName(step: string): boolean {
  return step.split(/[-_.@:# ~]+/).every((part) => part === "" || WORD.test(part));
}

/** How shells, other gateways and programs refer to a variable; `${NAME}` alone is our own way in a text. */
const VARIABLE_REFERENCE =
  /^(?:\$\{(?:env[:.])?([a-z_]\w*)\}|\$([a-z_]\w*)|%([a-z_]\w*)%|(?:\$|process\.|import\.meta\.)?env[:.]([a-z_]\w*))$/i;

/** The variable to which a whole text refers; undefined for any other text. */
export function findReferredVariable(text: string): string | undefined {
  return VARIABLE_REFERENCE.exec(text)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** `file:./token`, and the URL of a file. */
const FILE_REFERENCE = /^file:(?:\/\/(?=\/|\.{1,2}\/|~))?(?=\S)/i;

/** The path behind `file:`; undefined for any other text. */
export function findReferredFile(text: string): string | undefined {
  return FILE_REFERENCE.test(text) ? text.replace(FILE_REFERENCE, "") : undefined;
}
