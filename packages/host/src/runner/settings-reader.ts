// The settings of a runner, as written → values of the kinds that runners need, and problems.
import { isRecord } from "@hookwright/base";
import {
  type ConfigPath,
  type Problem,
  readSecret,
  type SecretInput,
  type Secrets,
} from "@hookwright/core";

export interface SettingsReader {
  text(key: string, rule?: TextRule): string | undefined;
  choice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined;
  integer(key: string, rule: { readonly min: number; readonly max: number }): number | undefined;
  flag(key: string): boolean | undefined;
  words(key: string): readonly string[] | undefined;
  /** A list of texts, or one text. */
  either(key: string): readonly string[] | undefined;
  texts(key: string): Readonly<Record<string, string>> | undefined;
  secret(key: string): string | undefined;
  secrets(key: string): Readonly<Record<string, string>> | undefined;
  object(key: string): Readonly<Record<string, unknown>> | undefined;
  /** Tells of a setting that is not written. */
  missing(key: string, hint: string): unknown;
  invalid(key: string, hint: string): undefined;
}

interface TextRule {
  readonly isValid: (text: string) => boolean;
  readonly hint: string;
}

interface SettingsReaderOptions {
  readonly path: ConfigPath;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Every key that there is; another one is a problem. */
  readonly keys: readonly string[];
  readonly secrets: Secrets | undefined;
  readonly problems: Problem[];
}

const CONTROL = /\p{Cc}/u;

export function createSettingsReader(options: SettingsReaderOptions): SettingsReader {
  const { path, settings, keys, secrets, problems } = options;
  const name = path.join(".");
  const report = (code: Problem["code"], key: string, message: string, hint: string): void => {
    problems.push({ code, severity: "error", path: [...path, key], message, hint });
  };
  const invalid = (key: string, hint: string): undefined => {
    report("runner_setting_invalid", key, `${name}.${key} is not usable.`, hint);
    return undefined;
  };
  for (const key of Object.keys(settings)) {
    if (!keys.includes(key)) invalid(key, `Known settings: ${keys.join(", ")}.`);
  }
  const own = (key: string): unknown => (Object.hasOwn(settings, key) ? settings[key] : undefined);
  /** What is written, where it is of the kind; a problem where it is of another. */
  const typed = <Value>(
    key: string,
    isOfKind: (value: unknown) => value is Value,
    hint: string,
  ): Value | undefined => {
    const value = own(key);
    if (value === undefined) return undefined;
    return isOfKind(value) ? value : invalid(key, hint);
  };
  const secretOf = (value: unknown, key: string): string | undefined => {
    if (!isSecretInput(value)) {
      return invalid(key, 'Write a text, or a reference such as {"env": "NAME"}.');
    }
    const result = readSecret(value, [...path, ...key.split(".")], secrets);
    if (!result.ok) {
      problems.push(result.problem);
      return undefined;
    }
    // A header and a variable cannot hold control characters.
    return CONTROL.test(result.secret)
      ? invalid(key, "Remove its control characters.")
      : result.secret;
  };
  return {
    invalid,
    missing: (key, hint) =>
      own(key) === undefined &&
      report("runner_setting_missing", key, `${name}.${key} is missing.`, hint),
    text(key, rule) {
      const text = typed(key, isText, "Write a text.");
      if (text === undefined || rule === undefined || rule.isValid(text)) return text;
      return invalid(key, rule.hint);
    },
    choice: (key, choices) =>
      typed(
        key,
        (value): value is (typeof choices)[number] => choices.some((one) => one === value),
        `Write one of ${choices.join(", ")}.`,
      ),
    integer: (key, { min, max }) =>
      typed(
        key,
        (value): value is number =>
          Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
        `Write a whole number from ${min} to ${max}.`,
      ),
    flag: (key) =>
      typed(key, (value): value is boolean => typeof value === "boolean", "Write true or false."),
    words: (key) => typed(key, isWords, 'Write a list of texts: ["--quiet"].'),
    either(key) {
      const value = typed(key, isTextOrWords, "Write a text, or a list of texts.");
      return typeof value === "string" ? [value] : value;
    },
    texts: (key) => typed(key, isTexts, 'Write names and texts: {"name": "text"}.'),
    object: (key) => typed(key, isRecord, 'Write an object: {"name": 1}.'),
    secret: (key) => (own(key) === undefined ? undefined : secretOf(own(key), key)),
    secrets(key) {
      const written = typed(key, isRecord, 'Write names and values: {"API_KEY": {"env": "KEY"}}.');
      if (written === undefined) return undefined;
      const entries = Object.entries(written).map(
        ([variable, value]) => [variable, secretOf(value, `${key}.${variable}`)] as const,
      );
      return Object.fromEntries(
        entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isWords(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes("\0"))
  );
}

function isTextOrWords(value: unknown): value is string | readonly string[] {
  return isText(value) || isWords(value);
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every(isText);
}

function isSecretInput(value: unknown): value is SecretInput {
  if (typeof value === "string") return true;
  if (!isRecord(value)) return false;
  const { env, file, source, id } = value;
  return [env, file].some(isText) || (isText(source) && isText(id));
}
