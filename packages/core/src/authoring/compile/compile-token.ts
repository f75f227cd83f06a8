// The hook token as written, or a list of two → the tokens; what is wrong with them is reported.

import type { ConfigPath, Problem, Secrets } from "../../base/index.ts";
import { configPathToText, createProblem, type Report } from "../../base/index.ts";
import { checkPlaceholder } from "../../serving/link/index.ts";
import type { HooksInput, SecretInput } from "../config/index.ts";
import { readSecret } from "../config/index.ts";

const TOKEN_PATH = ["hooks", "token"];

/** 24 characters of base64 are 144 random bits; what people type themselves is mostly shorter. */
const MIN_TOKEN_CHARACTERS = 24;

/** A shorter token can be guessed over a network: 15 letters and digits that a person chose. */
const MIN_PUBLIC_TOKEN_CHARACTERS = 16;

interface TokenContext {
  readonly secrets: Secrets | undefined;
  /** Whether other machines can reach the server. */
  readonly isPublic: boolean;
  readonly report: Report;
}

/** Only for a config that exposes something: any other needs no secrets, so none are read for it. */
export function compileTokens(hooks: HooksInput, context: TokenContext): readonly string[] {
  const tokens = listWritten(hooks.token).flatMap(([written, path]) => {
    const { token, problem } = readToken(written, path, context);
    if (problem !== undefined) context.report(problem);
    return token === "" ? [] : [token];
  });
  checkGmailSecrets(hooks, context);
  return tokens;
}

type WrittenToken = readonly [written: SecretInput | undefined, path: ConfigPath];

/** While a token is replaced, the new and the old one stand in a list. */
function listWritten(token: HooksInput["token"]): readonly WrittenToken[] {
  if (!isList(token)) return [[token, TOKEN_PATH]];
  // An entry of a wrong type was taken out and is reported already.
  return token.flatMap((one, index) =>
    one === undefined ? [] : [[one, [...TOKEN_PATH, index]] as const],
  );
}

function isList(token: HooksInput["token"]): token is readonly SecretInput[] {
  return Array.isArray(token);
}

interface TokenResult {
  readonly token: string;
  readonly problem?: Problem | undefined;
}

function readToken(
  written: SecretInput | undefined,
  path: ConfigPath,
  { secrets, isPublic }: TokenContext,
): TokenResult {
  if (written === undefined) {
    const message = "hooks.enabled is true, but there is no hooks.token.";
    return { token: "", problem: missing(path, message) };
  }
  const result = readSecret(written, path, secrets);
  if (!result.ok) return { token: "", problem: result.problem };
  const token = result.secret;
  if (token === "") {
    return { token, problem: missing(path, `${configPathToText(path)} is blank.`) };
  }
  const isLiteral = written === token;
  const problem =
    checkPlaceholder(token, { path, isLiteral }) ??
    checkCharacters(token, path) ??
    checkLength(token, { path, isPublic });
  return { token, problem };
}

function missing(path: ConfigPath, message: string): Problem {
  return createProblem("token_missing", path, message, {
    hint: 'Write "token": "${HOOK_TOKEN}" and set that variable to a long random text.',
  });
}

const PRINTABLE_ASCII = /^[ -~]+$/;

/** In headers, some clients send other characters as Latin-1, some as UTF-8, and some not at all. */
function checkCharacters(token: string, path: ConfigPath): Problem | undefined {
  if (PRINTABLE_ASCII.test(token)) return undefined;
  const message = `${configPathToText(path)} has a character that is not printable ASCII, which no two clients send in the same way.`;
  const hint = "Use letters, digits and signs of ASCII, such as 32 random bytes in hexadecimal.";
  return createProblem("token_not_ascii", path, message, { hint });
}

function checkLength(
  { length }: string,
  { path, isPublic }: { readonly path: ConfigPath; readonly isPublic: boolean },
): Problem | undefined {
  const name = configPathToText(path);
  const hint = "Use a long random text, such as 32 random bytes in hexadecimal.";
  if (isPublic && length < MIN_PUBLIC_TOKEN_CHARACTERS) {
    const message = `${name} is shorter than ${MIN_PUBLIC_TOKEN_CHARACTERS} characters, and other machines can reach the server: strangers can guess it.`;
    return createProblem("token_weak_public", path, message, { severity: "warning", hint });
  }
  if (length >= MIN_TOKEN_CHARACTERS) return undefined;
  const message = `${name} is shorter than ${MIN_TOKEN_CHARACTERS} characters.`;
  return createProblem("token_short", path, message, { severity: "warning", hint });
}

/** Not used here, but a reference that leads nowhere should not wait for the mail watcher to fail. */
function checkGmailSecrets({ gmail }: HooksInput, { secrets, report }: TokenContext): void {
  for (const key of ["pushToken", "credentials"] as const) {
    const written = gmail?.[key];
    if (written === undefined) continue;
    const form = key === "credentials" ? "text" : "token";
    const result = readSecret(written, ["hooks", "gmail", key], secrets, form);
    if (!result.ok) report(result.problem);
  }
}
