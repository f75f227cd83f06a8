// The settings of one channel, as written → values of the kinds that channels need, and problems.
import {
  type ConfigCode,
  type Problem,
  readSecret,
  type SecretInput,
  type Secrets,
} from "@hookwright/core";

export interface SettingsReader {
  /** A secret that must be there. */
  secret(key: string): string | undefined;
  /** A secret that may be missing: `undefined` for one that is not written. */
  optionalSecret(key: string): string | undefined;
  /** An http or https address; a secret, because it may hold a token. */
  url(key: string): string | undefined;
  /** The setting `baseUrl`, without slashes at its end. */
  baseUrl(standard: string): string | undefined;
  text(
    key: string,
    rule: { readonly pattern: RegExp; readonly hint: string; readonly standard?: string },
  ): string | undefined;
  integer(
    key: string,
    rule: { readonly min: number; readonly max: number; readonly standard: number },
  ): number;
  /** One text, or a list of at least one. */
  words(key: string): readonly [string, ...string[]] | undefined;
  /** Secrets by name. */
  secrets(key: string): Readonly<Record<string, string>>;
  report(problem: {
    readonly code: ConfigCode;
    readonly key?: string;
    readonly message: string;
    readonly hint: string;
  }): void;
  /** Whether an error was reported. */
  readonly failed: boolean;
}

interface SettingsReaderOptions {
  readonly id: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Secrets | undefined;
  readonly problems: Problem[];
}

const CONTROL = /\p{Cc}/u;
const VARIABLE = /^[A-Za-z_]\w*$/;

export function createSettingsReader({
  id,
  settings,
  secrets,
  problems,
}: SettingsReaderOptions): SettingsReader {
  const before = problems.length;
  const name = (key: string): string => `channels.${id}.${key}`;
  const own = (key: string): unknown => (Object.hasOwn(settings, key) ? settings[key] : undefined);

  const report: SettingsReader["report"] = ({ code, key, message, hint }) => {
    const path = key === undefined ? ["channels", id] : ["channels", id, key];
    problems.push({ code, severity: "error", path, message, hint });
  };
  const missing = (key: string): undefined => {
    const hint = `Add "${key}" to channels.${id}.`;
    report({ code: "channel_setting_missing", key, message: `${name(key)} is missing.`, hint });
    return undefined;
  };
  const invalid = (key: string, hint: string): undefined => {
    report({ code: "channel_setting_invalid", key, message: `${name(key)} is not usable.`, hint });
    return undefined;
  };

  const secretOf = (value: unknown, path: readonly string[]): string | undefined => {
    const key = path.join(".");
    if (!isSecretInput(value)) {
      return invalid(key, 'Write a text, or a reference such as {"env": "NAME"}.');
    }
    const result = readSecret(value, ["channels", id, ...path], secrets);
    if (!result.ok) {
      problems.push(result.problem);
      return undefined;
    }
    if (result.secret === "") return missing(key);
    // A header cannot hold a line break, and a variable cannot hold a zero.
    return CONTROL.test(result.secret)
      ? invalid(key, "Remove its control characters.")
      : result.secret;
  };

  const urlOf = (key: string): string | undefined => {
    const text = secretOf(own(key), [key]);
    if (text === undefined || isHttpUrl(text)) return text;
    return invalid(
      key,
      "Write an address that begins with https:// or http://, without a user name.",
    );
  };

  const reader: Omit<SettingsReader, "failed"> = {
    report,
    secret: (key) => (own(key) === undefined ? missing(key) : secretOf(own(key), [key])),
    optionalSecret: (key) => (own(key) === undefined ? undefined : secretOf(own(key), [key])),
    url: (key) => (own(key) === undefined ? missing(key) : urlOf(key)),
    baseUrl: (standard) =>
      own("baseUrl") === undefined ? standard : urlOf("baseUrl")?.replace(/\/{1,9}$/, ""),
    text(key, { pattern, hint, standard }) {
      const value = own(key) ?? standard;
      if (value === undefined) return missing(key);
      const text = String(value);
      return pattern.test(text) ? text : invalid(key, hint);
    },
    integer(key, { min, max, standard }) {
      const value = own(key) ?? standard;
      if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
        return Number(value);
      invalid(key, `Write a whole number from ${min} to ${max}.`);
      return standard;
    },
    words(key) {
      const value = own(key);
      if (value === undefined) return missing(key);
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      const words = list.filter(
        (word): word is string => typeof word === "string" && !CONTROL.test(word),
      );
      const [first, ...rest] = words;
      if (first === undefined || first === "" || words.length < list.length) {
        return invalid(
          key,
          'Write the program and its arguments: ["/usr/local/bin/notify", "--quiet"].',
        );
      }
      return [first, ...rest];
    },
    secrets(key) {
      const value = own(key) ?? {};
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        invalid(key, 'Write names and values: {"API_KEY": {"env": "API_KEY"}}.');
        return {};
      }
      const entries = Object.entries(value).flatMap(([variable, input]) => {
        if (!VARIABLE.test(variable)) {
          invalid(key, "Names have letters, digits and underscores, and begin with no digit.");
          return [];
        }
        const secret = secretOf(input, [key, variable]);
        return secret === undefined ? [] : [[variable, secret] as const];
      });
      return Object.fromEntries(entries);
    },
  };
  return {
    ...reader,
    get failed() {
      return problems.length > before;
    },
  };
}

function isSecretInput(value: unknown): value is SecretInput {
  if (typeof value === "string") return true;
  if (typeof value !== "object" || value === null) return false;
  const { env, file, source, id } = value as Readonly<Record<string, unknown>>;
  return (
    typeof env === "string" ||
    typeof file === "string" ||
    (typeof source === "string" && typeof id === "string")
  );
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}
