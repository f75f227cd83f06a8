// A token → a problem if it is a placeholder or a name, which anybody can guess.
import type { ConfigPath, Problem } from "../../model/index.ts";
import {
  configPathToText,
  createProblem,
  findReferredFile,
  findReferredVariable,
  isSecretPath,
} from "../../model/index.ts";

interface TokenOrigin {
  readonly path: ConfigPath;
  /** Whether the token is written in the config itself, not behind a reference. */
  readonly isLiteral: boolean;
}

/** `SOME_HOOK_TOKEN` and the like: the name of a variable instead of its value. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:TOKEN|SECRET|KEY|PASSWORD|PASS)$/;

/** Placeholders that a tool or a person forgot to fill in, and one repeated character. */
const UNFILLED = [
  /^\$\{.*\}$/s,
  /^\$\(.*\)$/s,
  /^\{\{.*\}\}$/s,
  /^<.*>$/s,
  /^env:/i,
  /^change[-_ ]?me/i,
  /^your[-_ ]/i,
  /^replace[-_ ]?(?:me|this|with|by)(?![a-z])/i,
  /^(.)\1*$/su,
  // What programs write for a missing value.
  /^(?:null|undefined|none|nil|nan|\[object Object\])$/i,
  // Addresses of secrets in other stores, which were not resolved.
  /^(?:op|vault|ref\+[a-z]+|gsm|awssm|azkv|doppler|infisical|keychain):\/\//i,
  /^arn:aws[\w-]*:(?:secretsmanager|ssm):/,
  /^projects\/[^/]+\/secrets\//,
  /^ENC\[|^\$ANSIBLE_VAULT/,
];

/** No secret of letters, digits and the signs of Base64 begins like this. */
const PATH = /^(?:~|\.{1,2})[\\/]|^[A-Za-z]:[\\/]/;

/** The path, if the text is one. A secret in Base64 may begin with a slash, so not every such text is a path. */
function findPath(token: string): string | undefined {
  const file = findReferredFile(token);
  if (file !== undefined) return file;
  if (PATH.test(token)) return token;
  return token.startsWith("/") && isSecretPath(token) ? token : undefined;
}

export function checkPlaceholder(token: string, origin: TokenOrigin): Problem | undefined {
  const { path, isLiteral } = origin;
  const name = configPathToText(path);
  if (isLiteral && VARIABLE_NAME.test(token)) {
    const message = `${name} looks like the name of an environment variable, which anybody can guess.`;
    return createProblem("token_is_a_name", path, message, { hint: VARIABLE_HINT });
  }
  const code = path[1] === "mappings" ? "secret_placeholder" : "token_placeholder";
  const file = findPath(token);
  if (file !== undefined) {
    const message = `${name} is the path of a file instead of the content of that file: anybody can guess a path.`;
    const change = { kind: "replace", value: { file }, safe: true } as const;
    const hint = isLiteral ? hintForFile(file) : FILE_HINT;
    return createProblem(code, path, message, { hint, ...(isLiteral && { change }) });
  }
  const variable = findReferredVariable(token);
  if (variable === undefined && !UNFILLED.some((pattern) => pattern.test(token))) return undefined;
  const message = `${name} is a placeholder, which anybody can guess.`;
  if (isLiteral && variable !== undefined) {
    const change = { kind: "replace", value: { env: variable }, safe: true } as const;
    return createProblem(code, path, message, { hint: hintForVariable(variable), change });
  }
  const hint = path[1] === "mappings" ? AUTH_HINT : HINT;
  return createProblem(code, path, message, { hint });
}

// The hint does not repeat the name: it may be a real token, and reports end up in logs.
const VARIABLE_HINT =
  'Write "${NAME}", where NAME is the name of the variable, to use the value of that variable.';

const HINT =
  'Write a long random text, such as 32 random bytes in hexadecimal, or "${HOOK_TOKEN}" for the value of that environment variable.';

const AUTH_HINT =
  'Write what the vendor shows or asks for: "${NAME}" for the value of an environment variable, or { "file": "path" }.';

function hintForVariable(name: string): string {
  return `Write { "env": "${name}" } for its value.`;
}

const FILE_HINT = 'Write { "file": "path" }, with that path, for what is in the file.';

function hintForFile(path: string): string {
  return isSecretPath(path) ? `Write { "file": ${JSON.stringify(path)} }.` : FILE_HINT;
}
