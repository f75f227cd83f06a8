// A value of a wrong type, by its key → what to write instead. Names alone are repeated.

/** By key, wherever it stands. */
const MISSHAPEN: Readonly<Record<string, string>> = {
  mappings: 'Write a list: [{ "match": { "path": "name" }, … }].',
  hooks: 'Write an object: { "enabled": true, … }. In YAML, indent its keys.',
  presets: 'Write a list of names: ["gmail"].',
  include: 'Write a list: ["hooks.d/*.yaml"].',
  partials: 'Write an object: { "name": "its template" }.',
  allowedAgentIds: 'Write a list of ids: ["main"].',
  allowedSessionKeyPrefixes: 'Write a list of beginnings: ["hook:"].',
  deliver: 'Write true or false; the channel belongs into "channel", the recipient into "to".',
  token:
    'Write the token, "${NAME}" for an environment variable, { "file": "path" }, or a list of two of these while you replace one.',
  credentials: 'Write { "file": "path" }, or "${NAME}" for an environment variable.',
  pushToken: 'Write the token, "${NAME}" for an environment variable, or { "file": "path" }.',
  models: 'Write a list of "provider/model" ids, or a map from id to settings.',
  forEach:
    'Write the path of a list in the payload: "messages"; or { "path", "when", "limit": "first", "atomic" }.',
  channel: 'Write the id of one channel, such as "telegram", or "last".',
  model: 'Write the id of one model, such as "provider/model".',
  thinking: 'Write the level as a text, such as "low".',
  match: 'Write an object: { "path": "name", … }. For several, write a mapping for each.',
  respond: 'Write { "text": "ok" }, or { "status": 200, "json": { … } }.',
  rateLimit: 'Write { "events": 10, "perSeconds": 60 }.',
  lock: "Write a list of fields, or true for all of them.",
  headers: 'Write { "x-event": "push" }: names with a value each, or with a list of values.',
  query: 'Write { "kind": "push" }: names with a value each, or with a list of values.',
  not: 'Write an object with the clauses of a match: { "path": … } or { "when": … }.',
  messageTemplate: 'Write one text, with "\\n" where a line ends.',
  textTemplate: 'Write one text, with "\\n" where a line ends.',
  instructions: 'Write one text, with "\\n" where a line ends.',
};

const SECRET_SHAPE = 'Write "${NAME}" for an environment variable, or { "file": "path" }.';

/** The same in an `auth`. */
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

export function hintForWrongType(owner: string, key: string, value: unknown): string | undefined {
  const inner = findInnerReference(value);
  if (inner !== undefined) {
    const [kind] = Object.keys(inner.reference) as [string];
    return `Write the inner reference alone: { "${kind}": … }.`;
  }
  // The key is a name of the sender's there, and says nothing about the value.
  if (owner === "headers" || owner === "query") return "Write a text, or a list of texts.";
  if (owner === "partials") return 'Write the template as one text, with "\\n" where a line ends.';
  if (owner === "token" && /^\d$/.test(key)) return MISSHAPEN["pushToken"];
  if (owner === "mappings") return 'Write an object: { "match": { "path": … }, … }.';
  if (key === "presets") return hintForPresets(value);
  if (key === "match" && isText(value)) return `Write { "path": ${JSON.stringify(value)} }.`;
  if (key === "transform") return hintForTransform(value);
  if (key === "auth") return hintForAuth(value);
  if (owner === "auth" && Object.hasOwn(MISSHAPEN_AUTH, key)) return MISSHAPEN_AUTH[key];
  return Object.hasOwn(MISSHAPEN, key) ? MISSHAPEN[key] : undefined;
}

interface InnerReference {
  readonly reference: { readonly env: string } | { readonly file: string };
  /** Of a file whose path a variable holds, the variable alone gives the path. */
  readonly isSame: boolean;
}

/** `{ file: { env: "NAME" } }`: a reference within a reference. */
export function findInnerReference(value: unknown): InnerReference | undefined {
  const outer = onlyEntry(value);
  const inner = outer && onlyEntry(outer[1]);
  if (outer === undefined || inner === undefined || typeof inner[1] !== "string") return undefined;
  const reference = { [inner[0]]: inner[1] } as InnerReference["reference"];
  return { reference, isSame: outer[0] === "env" || inner[0] === "file" };
}

function onlyEntry(value: unknown): readonly [kind: string, name: unknown] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const [entry, ...others] = Object.entries(value);
  return entry !== undefined && others.length === 0 && /^(?:env|file)$/.test(entry[0])
    ? entry
    : undefined;
}

/** `{ gmail: { agentId: "mail" } }`: a preset has no settings, and an own mapping goes before it. */
function hintForPresets(value: unknown): string | undefined {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isMap ? Object.entries(value) : [];
  const named = entries.filter(([, own]) => own !== false).map(([name]) => name);
  if (named.length === 0) return MISSHAPEN["presets"];
  const list = `Write a list of names: ${JSON.stringify(named)}.`;
  const keys = entries.flatMap(([name, own]) =>
    typeof own === "object" && own !== null
      ? Object.keys(own).map((key) => [name, key] as const)
      : [],
  );
  const [first] = keys;
  if (first === undefined) return list;
  const moved = keys.map(([, key]) => `"${key}"`).join(", ");
  return `Presets have no settings: move ${moved} up into an entry of "mappings" with "match": { "path": "${first[0]}" } and a "messageTemplate", which goes before the preset. ${list}`;
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
