// Removing secrets from texts and values, and recognizing texts that refer to a secret instead of being one.
import { type Key, keysFromPath, parsePath } from "@hookwright/base";

/** Returns the text without secrets. */
export type HideSecrets = (text: string) => string;

/** The replacement of a secret. */
const HIDDEN = "***";

/** A shorter secret may occur in ordinary words, so it is hidden only if it is the whole text. */
const MIN_PART_CHARACTERS = 8;

/**
 * Proxies copy the target of a request into headers such as `X-Original-URI` and `Referer`, so a secret is
 * found by its value, even if any of its characters are percent-encoded, once or several times.
 */
export function createSecretHider(secrets: readonly string[]): HideSecrets {
  const rules = secrets.filter((secret) => secret !== "").map(createRule);
  const [only] = rules;
  if (only !== undefined && rules.length === 1) return only;
  return (text) => rules.reduce((shown, hide) => hide(shown), text);
}

function createRule(secret: string): HideSecrets {
  const spelling = Array.from(secret, spellingsOf).join("");
  const isPart = secret.length >= MIN_PART_CHARACTERS;
  const pattern = new RegExp(isPart ? spelling : `^\\s*${spelling}\\s*$`, "gu");
  // Most texts are shorter than a good token.
  return (text) => (text.length < secret.length ? text : text.replace(pattern, HIDDEN));
}

function spellingsOf(character: string): string {
  const literal = character.replace(/[\^$\\.*+?()[\]{}|/]/, "\\$&");
  // In queries "+" means a space, so a "+" that was not encoded arrives as a space.
  const read = character === "+" || character === " " ? "[+ ]" : literal;
  return `(?:${encodingOf(character)}|${read})`;
}

/** A URL cannot encode half of a surrogate pair. */
const HALF_CHARACTER = /^[\ud800-\udfff]$/;

function encodingOf(character: string): string {
  const [only = ""] = character;
  const escaped = /[A-Za-z0-9\-_.!~*'()]/.test(only)
    ? `%${only.charCodeAt(0).toString(16)}`
    : encodeURIComponent(character.replace(HALF_CHARACTER, "\ufffd"));
  // "%2D" may have been encoded again: "%252D".
  return escaped.replace(/[A-Fa-f]/g, anyCase).replaceAll("%", "%(?:25)*");
}

function anyCase(digit: string): string {
  return `[${digit.toLowerCase()}${digit.toUpperCase()}]`;
}

/** `value[].clientState` means every element. A missing path changes nothing. */
export function removeSecrets(payload: unknown, paths: readonly string[]): unknown {
  return paths.reduce<unknown>((shown, path) => {
    const at = path.indexOf("[].");
    if (at === -1) return changeAt(shown, path, remove);
    return changeAt(shown, path.slice(0, at), (list) =>
      Array.isArray(list)
        ? list.map((element) => changeAt(element, path.slice(at + "[].".length), remove))
        : list,
    );
  }, payload);
}

function changeAt(value: unknown, path: string, map: Change): unknown {
  const steps = parsePath(path);
  return steps === undefined ? value : change(value, keysFromPath(steps), map);
}

type Change = (value: unknown) => unknown;

const REMOVED = Symbol("removed");

const remove: Change = () => REMOVED;

/** Copies the values on the way: a framework may use the body that it parsed for something else. */
function change(value: unknown, keys: readonly Key[], map: Change): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return map(value);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value;
  const inner = change((value as Record<Key, unknown>)[key], rest, map);
  // The other elements of a list keep their indexes.
  if (Array.isArray(value)) return value.with(Number(key), inner === REMOVED ? null : inner);
  const name = String(key);
  const replaced = inner === REMOVED ? [] : [[name, inner] as const];
  const entries = Object.entries(value);
  return Object.fromEntries(entries.flatMap((entry) => (entry[0] === name ? replaced : [entry])));
}

/** Words in one case, as in names of variables. Anything else may be the secret itself. */
const VARIABLE_NAME =
  /^(?:[A-Z_][A-Z\d]{0,15}(?:_[A-Z\d]{1,16})*|[a-z_][a-z\d]{0,15}(?:_[a-z\d]{1,16})*)$/;

/**
 * Whether a text is the name of an environment variable, not a secret in its place.
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

/** A word in one case or words in camel case, with at most a short number; or a date. */
const WORD =
  /^(?:(?:\p{Lu}{1,16}|\p{Lu}?\p{Ll}{1,16}(?:\p{Lu}\p{Ll}{2,15}){0,3})(?:\d{0,4})|\d{1,12})$/u;

/** Shorter random names are folders of the system, for example for temporary files. */
const MIN_SECRET_CHARACTERS = 20;

/**
 * Whether a text is the path of a file or the name of an entry in a store, not a secret in its place: every
 * part of it is a word or a short number. A text that starts like a path may also have a few short parts of
 * another kind.
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

/**
 * The ways in which shells, other gateways and programs refer to a variable. Within a text, only `${NAME}` is
 * supported.
 */
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

/** The path after `file:`; undefined for any other text. */
export function findReferredFile(text: string): string | undefined {
  return FILE_REFERENCE.test(text) ? text.replace(FILE_REFERENCE, "") : undefined;
}
