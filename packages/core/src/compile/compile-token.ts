// The hook token as written → the token, or what is wrong with it.
import { readSecret } from "../config/read-secret.ts";
import type { HooksInput } from "../model/config.ts";
import type { Secrets } from "../model/ports.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

export interface TokenCompilation {
  readonly token: string;
  readonly problems: readonly Problem[];
}

const TOKEN_PATH = ["hooks", "token"];

/** 24 characters of base64 are 144 random bits; what people type themselves is mostly shorter. */
const SHORT_TOKEN = 24;

/** SOME_HOOK_TOKEN and the like: the name of a variable where its value was meant. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:TOKEN|SECRET|KEY|PASSWORD|PASS)$/;

/** A config that exposes nothing needs no secrets, so none are read for it. */
export function compileToken(hooks: HooksInput, secrets?: Secrets): TokenCompilation {
  if (hooks.enabled !== true) return { token: "", problems: [] };
  const pushTokenProblems = checkPushToken(hooks, secrets);
  const { token, problem } = readToken(hooks, secrets);
  return {
    token,
    problems: problem === undefined ? pushTokenProblems : [problem, ...pushTokenProblems],
  };
}

function readToken(hooks: HooksInput, secrets?: Secrets): { token: string; problem?: Problem } {
  if (hooks.token === undefined)
    return {
      token: "",
      problem: missing("hooks.enabled is true, but there is no hooks.token."),
    };
  const reading = readSecret(hooks.token, TOKEN_PATH, secrets);
  if (!reading.ok) return { token: "", problem: reading.problem };
  const token = reading.secret;
  if (token === "") return { token, problem: missing("hooks.token is blank.") };
  if (hooks.token === token && VARIABLE_NAME.test(token))
    return { token, problem: variableName(token) };
  return token.length < SHORT_TOKEN ? { token, problem: shortToken() } : { token };
}

function missing(message: string): Problem {
  return createProblem("token_missing", TOKEN_PATH, message, {
    hint: 'Write "token": "${HOOK_TOKEN}" and set that variable to a long random text.',
  });
}

function variableName(name: string): Problem {
  const message =
    "hooks.token looks like the name of an environment variable, which anybody can guess.";
  return createProblem("token_is_a_name", TOKEN_PATH, message, {
    hint: `Write "\${${name}}" for its value.`,
  });
}

function shortToken(): Problem {
  const message = `hooks.token is shorter than ${SHORT_TOKEN} characters.`;
  const hint = "Use a long random text, such as 32 random bytes in hexadecimal.";
  return createProblem("token_short", TOKEN_PATH, message, {
    severity: "warning",
    hint,
  });
}

/** Not used here, but a reference that leads nowhere should not wait for the mail watcher to fail. */
function checkPushToken(hooks: HooksInput, secrets?: Secrets): readonly Problem[] {
  const pushToken = hooks.gmail?.pushToken;
  if (pushToken === undefined) return [];
  const reading = readSecret(pushToken, ["hooks", "gmail", "pushToken"], secrets);
  return reading.ok ? [] : [reading.problem];
}
