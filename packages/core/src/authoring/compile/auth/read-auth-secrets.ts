// The secrets, tokens or keys of an `auth` as written → their texts, newest first; what is wrong is reported.

import type { SignatureScheme } from "@hookwright/signatures";
import { type DecodedKey, decodeKey } from "@hookwright/signatures/runtime";
import type { ConfigPath } from "../../../base/index.ts";
import { configPathToText } from "../../../base/index.ts";
import type { AuthInput, SecretInput } from "../../config/index.ts";
import { readSecret } from "../../config/index.ts";
import { checkPlaceholder } from "../check-placeholder.ts";
import { reportAuth, type WrittenAuth } from "./auth-context.ts";

/** A text with the place where it is written, below the `auth`. */
export interface AuthSecret {
  readonly text: string;
  readonly at: ConfigPath;
}

type SecretKey = "secret" | "token" | "publicKey";

/** Guessing 16 random bytes is out of reach for everybody. */
const MIN_SECRET_BYTES = 16;

export function readAuthSecrets(auth: WrittenAuth, key: SecretKey): readonly AuthSecret[] {
  if (!auth.context.readsSecrets) return [];
  return listWritten(auth.input, key).flatMap(([written, at]) => {
    const text = readAuthSecret(auth, { written, at, isPublic: key === "publicKey" });
    return text === undefined ? [] : [{ text, at }];
  });
}

type Listed = readonly (readonly [written: SecretInput, at: ConfigPath])[];

function listWritten(input: AuthInput, key: SecretKey): Listed {
  const single = entriesOf(input[key], key);
  if (key === "publicKey") return single;
  const plural = `${key}s` as const;
  return [...single, ...entriesOf(input[plural], plural)];
}

function entriesOf(written: SecretInput | readonly SecretInput[] | undefined, key: string): Listed {
  if (written === undefined) return [];
  if (!isList(written)) return [[written, [key]]];
  return written.map((one, index) => [one, [key, index]] as const);
}

function isList(written: SecretInput | readonly SecretInput[]): written is readonly SecretInput[] {
  return Array.isArray(written);
}

interface SecretToRead {
  readonly written: SecretInput;
  readonly at: ConfigPath;
  /** Nobody has to guess a public key, and it consists of several lines. */
  readonly isPublic: boolean;
}

/** Undefined where there is none that can be used: an empty secret is known to everybody. */
export function readAuthSecret(
  auth: WrittenAuth,
  { written, at, isPublic }: SecretToRead,
): string | undefined {
  const path = [...auth.path, ...at];
  const name = configPathToText(path);
  const form = isPublic ? "publicKey" : "token";
  const result = readSecret(written, path, auth.context.secrets, form);
  if (!result.ok) {
    auth.context.report(result.problem);
    return undefined;
  }
  if (result.secret === "") {
    const hint = 'Write "${NAME}" and set that variable to what the vendor shows.';
    return reportAuth(auth, { code: "secret_blank", at, message: `${name} is blank.`, hint });
  }
  if (isPublic) return result.secret;
  auth.context.keepSecret(result.secret);
  if (result.wasTrimmed) {
    const message = `${name} has white space around it, which is cut off.`;
    const hint =
      "Remove it where the value is kept; nothing is to be done if it does not belong to it.";
    reportAuth(auth, { code: "secret_trimmed", at, message, hint, severity: "warning" });
  }
  const isLiteral = written === result.secret;
  const placeholder = checkPlaceholder(result.secret, { path, isLiteral });
  if (placeholder !== undefined) auth.context.report(placeholder);
  const { input, path: authPath } = auth;
  auth.context.checkSharedSecret({ text: result.secret, input, authPath, at });
  return result.secret;
}

interface KeyToRead extends Pick<SignatureScheme, "key" | "algorithm"> {
  /** Whether the row of a vendor says how the secret is read, and the config can say otherwise. */
  readonly isOfRow?: boolean;
}

const HINT = "Copy it once more from where the vendor shows it.";

/** Rows have been wrong about keys, so that the fault may not be in the secret. */
const HINT_OF_ROW = `${HINT} If it looks the same there, the key may be the text: write "key": "utf8" beside "provider", and tell us, since our row may be wrong.`;

/** The bytes of secrets or public keys; what has not the form of a key is reported, and never shown. */
export function decodeAuthKeys(
  auth: WrittenAuth,
  secrets: readonly AuthSecret[],
  { key: form, algorithm, isOfRow = false }: KeyToRead,
): readonly DecodedKey[] {
  return secrets.flatMap(({ text, at }) => {
    const name = configPathToText([...auth.path, ...at]);
    const key = decodeKey(text, { form, algorithm });
    if (!key.ok) {
      const message = `${name} is not ${key.expected}.`;
      const hint = isOfRow && form !== "utf8" && at[0] !== "publicKey" ? HINT_OF_ROW : HINT;
      return reportAuth(auth, { code: "secret_malformed", at, message, hint }) ?? [];
    }
    if (at[0] !== "publicKey") checkLength(auth, at, key.bytes.length);
    return [key];
  });
}

/** A warning: some vendors, such as Twitch, allow short ones. */
export function checkLength(auth: WrittenAuth, at: ConfigPath, length: number): void {
  if (length >= MIN_SECRET_BYTES) return;
  const message = `${configPathToText([...auth.path, ...at])} has fewer than ${MIN_SECRET_BYTES} bytes, so that it can be guessed.`;
  const hint = "Use a longer one, if the vendor lets you choose it.";
  reportAuth(auth, { code: "secret_short", at, message, hint, severity: "warning" });
}
