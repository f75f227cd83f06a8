// The mistakes that people really make → what to write instead.
import { findNearestName } from "../problem/nearest-name.ts";
import { knownKeys, typeName } from "../schema/describe-schema-error.ts";
import { hintForForeignKey } from "./hint-foreign-key.ts";

/** Keys of newer gateways that are not known here, by the object they were written in. */
const NEWER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mapping: {
    accountId:
      'Remove it: the gateway chooses the account of a channel; the recipient belongs into "to".',
    waitForCompletion:
      "Remove it: senders get their answer as soon as the action is accepted, and never wait for a run.",
    sessionKeySource:
      'Remove it: a key with literal text before its first expression is yours; any other is judged by "allowedSessionKeyPrefixes" of hooks.',
  },
  gmail: {
    delivery: 'Remove it, and write "mode": "push", "pull" or "poll".',
  },
};

const AUTH_HINT =
  'Write "auth": { "provider": …, "secret": … }; for a sender without a provider, "scheme": "hmac" and where its signature stands.';

/** Keys that look right, by the object they were written in. */
const MISNAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mapping: {
    message: 'Write "messageTemplate".',
    text: 'Write "textTemplate" with "action": "wake", or "messageTemplate".',
    template: 'Write "messageTemplate".',
    prompt: 'Write "messageTemplate".',
    agent_id: 'Write "agentId".',
    agent: 'Write "agentId".',
    session_key: 'Write "sessionKey".',
    session: 'Write "sessionKey".',
    path: 'Write "match": { "path": … }.',
    source: 'Write "match": { "source": … }.',
    headers: 'Write "match": { "headers": … }.',
    query: 'Write "match": { "query": … }.',
    when: 'Write "match": { "when": … }.',
    if: 'Write "match": { "when": … }.',
    timeout: 'Write "timeoutSeconds".',
    mode: 'Write "wakeMode".',
    hmac: AUTH_HINT,
    signature: AUTH_HINT,
    secret: AUTH_HINT,
    webhookSecret: AUTH_HINT,
    hmacSecret: AUTH_HINT,
    provider: 'Write "auth": { "provider": …, "secret": … }.',
    token: 'Write "auth": { "token": …, "header": … }.',
  },
  auth: {
    webhookSecret: 'Write "secret".',
    hmacSecret: 'Write "secret".',
    hmac: 'Write "scheme": "hmac".',
    name: 'Write "provider".',
    type: 'Write "provider", or "scheme": "hmac".',
    tolerance: 'Write "toleranceSeconds".',
    url: 'Write "publicUrl".',
    bearer: 'Write "token".',
    verifyToken: 'Write "handshake": { "verifyToken": … }.',
    prefix: 'Write "signature": { "prefix": … }.',
  },
  match: {
    name: 'Write "path": the name after the base path.',
    method: "Remove it: hooks are always POST requests.",
    url: 'Write "path": the name after the base path.',
  },
};

/** Values of a wrong type, by key. */
const MISSHAPEN: Readonly<Record<string, string>> = {
  mappings: 'Write a list: [{ "match": { "path": "name" }, … }].',
  hooks: 'Write an object: { "enabled": true, … }. In YAML, indent its keys.',
  presets: 'Write a list of names: ["gmail"].',
  include: 'Write a list: ["hooks.d/*.yaml"].',
  deliver: 'Write true or false; the channel belongs into "channel", the recipient into "to".',
  token:
    'Write the token, "${NAME}" for an environment variable, { "file": "path" }, or a list of two of these while you replace one.',
  credentials: 'Write { "file": "path" }, or "${NAME}" for an environment variable.',
  pushToken: 'Write the token, "${NAME}" for an environment variable, or { "file": "path" }.',
  models: 'Write a list of "provider/model" ids, or a map from id to settings.',
  forEach:
    'Write the path of a list in the payload: "messages"; or { "path", "when", "limit": "first", "atomic" }.',
};

const SECRET_SHAPE = 'Write "${NAME}" for an environment variable, or { "file": "path" }.';

/** Values of a wrong type in an `auth`, by key. */
const MISSHAPEN_AUTH: Readonly<Record<string, string>> = {
  secret: `${SECRET_SHAPE} A list of the new and the old one is called "secrets".`,
  secrets: "Write a list of the new and the old secret, newest first; at most 8.",
  token: `${SECRET_SHAPE} A list of the new and the old one is called "tokens".`,
  tokens: "Write a list of the new and the old token, newest first; at most 8.",
  publicKey: SECRET_SHAPE,
  basic: 'Write { "user": …, "password": … }.',
  signature: 'Write { "header": "x-signature" }.',
  timestamp: 'Write { "header": "x-timestamp", "unit": "s" }.',
  id: 'Write { "header": "x-id" }.',
  handshake: 'Write { "verifyToken": … }.',
};

const COMMENT_KEY = /^(?:\/\/|#|_)|(?:^|_)(?:note|comment|comments|description)$/i;

export function hintForUnknownKey(
  owner: string,
  key: string,
  value: unknown,
  known: readonly string[],
): string {
  const written = findHint(MISNAMED, owner, key) ?? findHint(NEWER, owner, key);
  if (written !== undefined) return withValue(written, key, value);
  if (COMMENT_KEY.test(key)) return "Remove it, or write it as a comment: // …";
  const nearest = findNearestName(key, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  const foreign = hintForForeignKey(owner, key, value);
  if (foreign !== undefined) return foreign;
  if (owner === "mapping" && isText(value) && value.includes("{{")) {
    return "Remove it, and write its expression into messageTemplate or textTemplate.";
  }
  if (owner === "hooks" && looksLikeMapping(value)) {
    return `For a webhook of that name write an entry of "mappings" with "match": { "path": "${key}" }.`;
  }
  return `Known keys: ${known.join(", ")}.`;
}

/** A header or a parameter may be a secret; a path is none. */
function withValue(hint: string, key: string, value: unknown): string {
  const isShown = (key === "path" || key === "source") && isText(value);
  return isShown ? hint.replace("…", () => JSON.stringify(value)) : hint;
}

function findHint(hints: typeof MISNAMED, owner: string, key: string): string | undefined {
  const ofOwner = hints[owner];
  return ofOwner !== undefined && Object.hasOwn(ofOwner, key) ? ofOwner[key] : undefined;
}

/** Settings of a feature that is not known here are no webhook. */
function looksLikeMapping(value: unknown): boolean {
  if (typeName(value) !== "an object") return false;
  const keys = Object.keys(value as object);
  return keys.some((key) => MAPPING_KEYS.has(key) || findHint(MISNAMED, "mapping", key));
}

const MAPPING_KEYS: ReadonlySet<string> = new Set(knownKeys(["hooks", "mappings", 0, ""]));

/** The key of a mapping that an unknown one stands for, as far as it can be told; else the key itself. */
export function meantMappingKey(key: string): string {
  const known = [...MAPPING_KEYS];
  const hint = findHint(MISNAMED, "mapping", key);
  if (hint === undefined) return findNearestName(key, known) ?? key;
  // Every hint of a mapping names a key that is known.
  return known.find((name) => hint.includes(`Write "${name}"`)) as string;
}

export function hintForWrongType(owner: string, key: string, value: unknown): string | undefined {
  // The key is a name of the sender's there, and says nothing about the value.
  if (owner === "headers" || owner === "query") return "Write a text, or a list of texts.";
  if (key === "match" && isText(value)) return `Write { "path": ${JSON.stringify(value)} }.`;
  if (key === "transform") return hintForTransform(value);
  if (key === "auth") return hintForAuth(value);
  if (owner === "auth" && Object.hasOwn(MISSHAPEN_AUTH, key)) return MISSHAPEN_AUTH[key];
  return Object.hasOwn(MISSHAPEN, key) ? MISSHAPEN[key] : undefined;
}

function hintForAuth(value: unknown): string {
  const provider = isText(value) ? JSON.stringify(value) : "…";
  return `Write { "provider": ${provider}, "secret": { "env": "NAME" } }, or "none".`;
}

function hintForTransform(value: unknown): string {
  if (!isText(value)) return 'Remove the key, or write { "module": "file-in-transformsDir.js" }.';
  const file = /\.\w+$/.test(value) ? value : `${value}.js`;
  return `Write { "module": ${JSON.stringify(file)} }.`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

export function hintForWrongName(
  owner: string,
  value: unknown,
  allowed: readonly string[],
): string | undefined {
  if (typeof value !== "string") return undefined;
  if (owner === "lock" && /^(?:message|text)/.test(value)) {
    return "Remove it: the text is what transforms are there for.";
  }
  // "agent-run" and "agent_turn" mean agent: the first word decides where no spelling is near.
  const word = /^[a-z]+/.exec(value.toLowerCase())?.[0];
  const nearest = findNearestName(value, allowed) ?? allowed.find((name) => name === word);
  return nearest === undefined ? undefined : `Write "${nearest}".`;
}
