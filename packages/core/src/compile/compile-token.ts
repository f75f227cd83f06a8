// The hook token as written → the token; empty where there is none, which is reported.
import { readSecret } from "../config/read-secret.ts";
import type { HooksInput } from "../model/config.ts";
import type { Secrets } from "../model/ports.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem, type Report } from "../problem/problem.ts";

const TOKEN_PATH = ["hooks", "token"];

/** 24 characters of base64 are 144 random bits; what people type themselves is mostly shorter. */
const MIN_TOKEN_CHARACTERS = 24;

/** SOME_HOOK_TOKEN and the like: the name of a variable where its value was meant. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:TOKEN|SECRET|KEY|PASSWORD|PASS)$/;

/** Only for a config that exposes something: any other needs no secrets, so none are read for it. */
export function compileToken(
  hooks: HooksInput,
  secrets: Secrets | undefined,
  report: Report,
): string {
  const { token, problem } = readToken(hooks, secrets);
  if (problem !== undefined) report(problem);
  checkPushToken(hooks, secrets, report);
  return token;
}

interface TokenReading {
  readonly token: string;
  readonly problem?: Problem;
}

function readToken({ token: written }: HooksInput, secrets: Secrets | undefined): TokenReading {
  if (written === undefined) {
    return { token: "", problem: missing("hooks.enabled is true, but there is no hooks.token.") };
  }
  const result = readSecret(written, TOKEN_PATH, secrets);
  if (!result.ok) return { token: "", problem: result.problem };
  const token = result.secret;
  if (token === "") return { token, problem: missing("hooks.token is blank.") };
  if (written === token && VARIABLE_NAME.test(token)) return { token, problem: namedVariable() };
  return token.length < MIN_TOKEN_CHARACTERS ? { token, problem: shortToken() } : { token };
}

function missing(message: string): Problem {
  return createProblem("token_missing", TOKEN_PATH, message, {
    hint: 'Write "token": "${HOOK_TOKEN}" and set that variable to a long random text.',
  });
}

function namedVariable(): Problem {
  const message =
    "hooks.token looks like the name of an environment variable, which anybody can guess.";
  return createProblem("token_is_a_name", TOKEN_PATH, message, {
    // The name is not repeated: it may be a token in use, and reports end up in logs.
    hint: 'Write "${NAME}", with the name of the variable, for its value.',
  });
}

function shortToken(): Problem {
  const message = `hooks.token is shorter than ${MIN_TOKEN_CHARACTERS} characters.`;
  const hint = "Use a long random text, such as 32 random bytes in hexadecimal.";
  return createProblem("token_short", TOKEN_PATH, message, {
    severity: "warning",
    hint,
  });
}

/** Not used here, but a reference that leads nowhere should not wait for the mail watcher to fail. */
function checkPushToken(hooks: HooksInput, secrets: Secrets | undefined, report: Report): void {
  const pushToken = hooks.gmail?.pushToken;
  if (pushToken === undefined) return;
  const result = readSecret(pushToken, ["hooks", "gmail", "pushToken"], secrets);
  if (!result.ok) report(result.problem);
}
