// The text of a secret → what was copied with it (quotes, a name, a scheme, a whole file), or undefined.

/** What a secret may look like. */
export type SecretForm =
  /** One line: a token, or what both sides sign with. */
  | "token"
  /** One line, or a public key as PEM or JSON. */
  | "publicKey"
  /** Any text, such as a credentials file or a header value. */
  | "text";

interface Wrapping {
  /** The end of a sentence that begins with the path of the secret. */
  readonly what: string;
  readonly hint: string;
}

/**
 * A secret with such a wrapping never equals the one of the sender. `variable` is the name by which the
 * config refers to the secret.
 */
export function findWrapping(
  secret: string,
  form: SecretForm,
  variable?: string,
): Wrapping | undefined {
  if (form === "text") return undefined;
  const isNamed = variable !== undefined && /^ *[=:]/.test(afterName(secret, variable));
  const ofAll = isNamed ? WRAPPINGS.assignment : ofEvery(secret);
  if (ofAll !== undefined) return ofAll;
  if (form === "publicKey") return PRIVATE_KEY.test(secret) ? WRAPPINGS.privateKey : undefined;
  if (PEM.test(secret)) return WRAPPINGS.pem;
  if (isJson(secret)) return WRAPPINGS.json;
  if (/[\r\n\u0085\u2028\u2029]/.test(secret)) return WRAPPINGS.lines;
  if (/\\[nr]$/.test(secret)) return WRAPPINGS.escape;
  if (/\S\s+#\s/.test(secret)) return WRAPPINGS.comment;
  if (INVISIBLE.test(secret)) return WRAPPINGS.invisible;
  return encodesLine(secret) ? WRAPPINGS.base64 : undefined;
}

function afterName(secret: string, variable: string): string {
  return secret.startsWith(variable) ? secret.slice(variable.length) : "";
}

function ofEvery(secret: string): Wrapping | undefined {
  if (isQuoted(secret)) return WRAPPINGS.quotes;
  if (isAssignment(secret)) return WRAPPINGS.assignment;
  return SCHEME.test(secret) ? WRAPPINGS.scheme : undefined;
}

const WRAPPINGS = {
  quotes: {
    what: "has quotes around it, which would be a part of it",
    hint: "Remove the quotes. Some readers of env files keep them, such as docker --env-file.",
  },
  assignment: {
    what: "has a name in front of the value",
    hint: "Write the value alone, without NAME= or NAME: in front of it. A file of NAME=value lines is .env beside the config, or that of --env-file, and the secret { env: NAME }.",
  },
  scheme: {
    what: "begins with the scheme of a header, such as Bearer",
    hint: "Write only what follows it: the scheme is not a part of the secret.",
  },
  privateKey: {
    what: "is a private key, which only the sender should have",
    hint: "Write the public key of the pair: openssl pkey -in key.pem -pubout",
  },
  pem: {
    what: "is a key or certificate in PEM, where a text is wanted that both sides know",
    hint: "Write the secret or token that the sender shows. A public key goes into publicKey, where the sender signs with a private one.",
  },
  json: {
    what: "is a whole JSON document",
    hint: 'Write the value alone. For a JSON file, name it below secrets.providers, and write { "source": "file", "provider": "NAME", "id": "/key" }.',
  },
  lines: {
    what: "has several lines",
    hint: "Write it on one line. Programs that encode base64 break lines: base64 -w0, or openssl rand -hex 32 for a new one.",
  },
  escape: {
    what: "ends with a line break that is written as \\n",
    hint: "Remove the two characters at its end.",
  },
  comment: {
    what: "has a comment after it",
    hint: "Write the comment on a line of its own. Some readers of env files take it for a part of the value.",
  },
  invisible: {
    what: "has an invisible character in it",
    hint: "Copy it once more from where it is shown, or type it.",
  },
  base64: {
    what: "is the base64 of a text that ends with a line break",
    hint: "Write the text itself. If the base64 is wanted, encode it without the line break: printf %s TEXT | base64",
  },
} as const satisfies Readonly<Record<string, Wrapping>>;

const QUOTES: readonly string[] = ['""', "''", "``", "“”", "„“", "‘’", "‚‘", "«»", "””", "’’"];

function isQuoted(secret: string): boolean {
  return secret.length > 1 && QUOTES.includes(`${secret.at(0)}${secret.at(-1)}`);
}

/** `export NAME=value`, `$env:NAME = value`, `NAME: value`, `?name=value`. Base64 has its equals signs at its end. */
const ASSIGNMENT =
  /^(?<keyword>(?:export|set|setx|declare -x) +|\$env:)?[?&]?(?<name>[A-Za-z_][\w.-]{0,63}) *(?:=(?!=*$)|: +) *\S/;

/** Names of variables, and of headers and keys that hold secrets. Any other word may be the start of a secret. */
const NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^x-|authorization|token|secret|key|pass|pwd/i;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

function isAssignment(secret: string): boolean {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const isFile = lines.length > 1;
  const first = lines.find((line) => line !== "" && !(isFile && line.startsWith("#"))) ?? "";
  const { keyword, name = "" } = ASSIGNMENT.exec(first)?.groups ?? {};
  return (
    name !== "" && (keyword !== undefined || NAME.test(name) || (isFile && VARIABLE.test(name)))
  );
}

const SCHEME = /^(?:bearer|basic|token|bot|digest|apikey|api-key) +\S+$/i;

const PEM = /^-----BEGIN /;

const PRIVATE_KEY = /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY/;

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;

function isJson(secret: string): boolean {
  if (!/^[[{]/.test(secret)) return false;
  try {
    JSON.parse(secret);
    return true;
  } catch {
    return false;
  }
}

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** `echo TEXT | base64`. Random bytes are hardly ever printable. */
function encodesLine(secret: string): boolean {
  if (!BASE64.test(secret)) return false;
  let bits = 0;
  let held = 0;
  let text = "";
  for (const digit of secret.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")) {
    bits = (bits << 6) | ALPHABET.indexOf(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    text += String.fromCharCode((bits >> held) & 0xff);
    bits &= (1 << held) - 1;
  }
  return /^[ -~]+\r?\n$/.test(text);
}
