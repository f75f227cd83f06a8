// The mistakes that people really make → what to write instead.
import { findNearestName } from "../problem/nearest-name.ts";
import { typeName } from "../schema/describe-schema-error.ts";

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
    timeout: 'Write "timeoutSeconds".',
    mode: 'Write "wakeMode".',
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
  presets: 'Write a list of names: ["gmail"].',
  deliver: 'Write true or false; the channel belongs into "channel", the recipient into "to".',
  token: 'Write the token, "${NAME}" for an environment variable, or { "file": "path" }.',
  pushToken: 'Write the token, "${NAME}" for an environment variable, or { "file": "path" }.',
  models: 'Write a list of "provider/model" ids, or a map from id to settings.',
  forEach:
    'Write the path of a list in the payload: "messages"; or { "path", "when", "limit": "first", "atomic" }.',
};

const COMMENT_KEY = /^(?:\/\/|#|_)|(?:^|_)(?:note|comment|comments|description)$/i;

export function hintForUnknownKey(
  owner: string,
  key: string,
  value: unknown,
  known: readonly string[],
): string {
  const misnamed = MISNAMED[owner];
  if (misnamed !== undefined && Object.hasOwn(misnamed, key)) return misnamed[key] as string;
  if (COMMENT_KEY.test(key)) return "Remove it, or write it as a comment: // …";
  const nearest = findNearestName(key, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  if (owner === "mapping" && isText(value) && value.includes("{{")) {
    return "Remove it, and write its expression into messageTemplate or textTemplate.";
  }
  if (owner === "hooks" && typeName(value) === "an object") {
    return `For a webhook of that name write an entry of "mappings" with "match": { "path": "${key}" }.`;
  }
  return `Known keys: ${known.join(", ")}.`;
}

export function hintForWrongType(owner: string, key: string, value: unknown): string | undefined {
  // The key is a name of the sender's there, and says nothing about the value.
  if (owner === "headers" || owner === "query") return "Write a text, or a list of texts.";
  if (key === "match" && isText(value)) return `Write { "path": ${JSON.stringify(value)} }.`;
  if (key === "transform") return hintForTransform(value);
  return Object.hasOwn(MISSHAPEN, key) ? MISSHAPEN[key] : undefined;
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
