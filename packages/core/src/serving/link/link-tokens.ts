// The hook tokens of a plan → their texts. Problems of the values are reported.

import {
  type ConfigPath,
  configPathToText,
  createProblem,
  createSecretHider,
  type Problem,
  type Report,
  type Secrets,
} from "../../model/index.ts";
import { checkPlaceholder } from "./check-placeholder.ts";
import type { Plan, SecretPlan } from "./plan.ts";
import { readSecret } from "./read-secret.ts";

/** 24 characters of base64 are 144 random bits. Tokens that people make up are mostly shorter. */
const MIN_TOKEN_CHARACTERS = 24;

/** A shorter token that a person made up can be guessed over a network. */
const MIN_PUBLIC_TOKEN_CHARACTERS = 16;

type PlannedTokens = Pick<Plan, "tokens" | "alsoNeeded" | "gatewayToken" | "mappings">;

interface TokenPorts {
  readonly secrets: Secrets | undefined;
  /** Whether other machines can reach the server. */
  readonly isPublic: boolean;
  readonly report: Report;
}

export function linkTokens(plan: PlannedTokens, ports: TokenPorts): readonly string[] {
  const tokens = plan.tokens.flatMap((written) => {
    const { token, problem } = readToken(written, ports);
    if (problem !== undefined) ports.report(problem);
    return token === "" ? [] : [token];
  });
  // Without this check, a broken reference would only show when the mail watcher fails.
  for (const { path, secret, form } of plan.alsoNeeded) {
    const result = readSecret(secret, path, ports.secrets, form);
    if (!result.ok) ports.report(result.problem);
  }
  if (tokens.length > 0) checkSharedToken(tokens, plan, ports);
  return tokens;
}

interface TokenResult {
  readonly token: string;
  readonly problem?: Problem | undefined;
}

function readToken(
  { secret: written, path }: SecretPlan,
  { secrets, isPublic }: TokenPorts,
): TokenResult {
  const result = readSecret(written, path, secrets);
  if (!result.ok) return { token: "", problem: result.problem };
  const token = result.secret;
  if (token === "") {
    const message = `${configPathToText(path)} is blank.`;
    return { token, problem: createProblem("token_missing", path, message, { hint: WRITE_TOKEN }) };
  }
  const isLiteral = written === token;
  const problem =
    checkPlaceholder(token, { path, isLiteral }) ??
    checkCharacters(token, path) ??
    checkLength(token, { path, isPublic });
  return { token, problem };
}

export const WRITE_TOKEN =
  'Write "token": "${HOOK_TOKEN}" and set that variable to a long random text.';

const PRINTABLE_ASCII = /^[ -~]+$/;

/** Clients disagree about other characters in headers: some send Latin-1, some UTF-8, and some refuse them. */
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

const GATEWAY_TOKEN = ["gateway", "auth", "token"];

/** The hook token must open only the hooks, and no URL may contain it. */
function checkSharedToken(
  tokens: readonly string[],
  { gatewayToken, mappings }: PlannedTokens,
  { secrets, report }: TokenPorts,
): void {
  // Problems of the gateway's token are not reported here.
  if (gatewayToken !== undefined) {
    const gateway = readSecret(gatewayToken, GATEWAY_TOKEN, secrets);
    if (gateway.ok && tokens.includes(gateway.secret)) report(sharedWithGateway());
  }
  const hideSecrets = createSecretHider(tokens);
  for (const { match, configPath } of mappings) {
    const { path = "" } = match;
    if (hideSecrets(path) !== path) report(standsInPath([...configPath, "match", "path"]));
  }
}

function sharedWithGateway(): Problem {
  const message =
    "hooks.token equals gateway.auth.token, so that every sender can use the gateway.";
  const hint = "Give the hooks a token of their own.";
  return createProblem("token_shared", ["hooks", "token"], message, { severity: "warning", hint });
}

function standsInPath(path: ConfigPath): Problem {
  const message = "The path of this match contains hooks.token, so that no request can reach it.";
  const hint = "Remove the token: logs contain paths.";
  return createProblem("token_shared", path, message, { severity: "warning", hint });
}
