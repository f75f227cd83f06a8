// @ts-check
// The schema of configs and the notes for editors → the schema that is published: the same with what editors show.
import { DEFAULTS, MEANINGS } from "./editor-meanings.mjs";
import { EXAMPLES } from "./editor-notes.mjs";

/** Keys that say nothing about which configs are right. */
export const EDITOR_KEYS = [
  "examples",
  "defaultSnippets",
  "enumDescriptions",
  "markdownEnumDescriptions",
];

/**
 * @param {any} config what the core checks
 * @param {{ channels: readonly string[], host: any }} beside channels of the gateway, and the schema of the host's keys
 */
export function editorSchema(config, { channels, host }) {
  const schema = withHost(config, host);
  const notes = { ...EXAMPLES, "mapping.channel": channels };
  const [properties, definitions] = [schema.properties, schema.definitions];
  return {
    ...schema,
    properties: {
      $schema: {
        type: "string",
        description: "The schema of this file, for editors.",
        examples: [SCHEMA_URL, "./node_modules/@hookwright/core/schema/editor.schema.json"],
        defaultSnippets: [{ label: "the schema of Hookwright", body: SCHEMA_URL }],
      },
      ...annotateAll(properties, "", notes),
    },
    definitions: Object.fromEntries(
      Object.entries(definitions).map(([name, one]) => [name, annotateBelow(one, name, notes)]),
    ),
  };
}

/**
 * A config file has keys for the host and for secrets, too, which the core does not read.
 *
 * @param {any} config
 * @param {any} host
 */
function withHost({ properties, definitions, ...rest }, host) {
  const { secret: _, agents, ...own } = host.definitions;
  return {
    ...rest,
    properties: {
      ...properties,
      ...host.properties,
      agents: properties.agents,
      secrets: {
        $ref: "#/definitions/secrets",
        examples: PROVIDERS.map((providers) => ({ providers })),
      },
    },
    definitions: {
      ...definitions,
      agents: merge(definitions.agents, agents),
      ...own,
      secrets: SECRETS,
    },
  };
}

/** What one schema says of an object, and what the other one says beside it. @param {any} one @param {any} other @returns {any} */
function merge(one, other) {
  if (one === undefined || other === undefined) return one ?? other;
  const keys = [
    ...new Set([...Object.keys(one.properties ?? {}), ...Object.keys(other.properties ?? {})]),
  ];
  const properties = Object.fromEntries(
    keys.map((key) => [key, merge(one.properties?.[key], other.properties?.[key])]),
  );
  return { ...other, ...one, ...(keys.length > 0 && { properties }) };
}

const PROVIDERS = [
  { vault: { source: "file", path: "secrets.json" } },
  { token: { source: "file", path: "token.txt", mode: "singleValue" } },
];

/** The gateway's own. */
const SECRETS = {
  description: "Where secrets are kept that a reference names by `source`, `provider` and `id`.",
  type: "object",
  properties: {
    providers: {
      description: "Stores of secrets, by name.",
      type: "object",
      examples: PROVIDERS,
      defaultSnippets: PROVIDERS.map(snippet),
    },
  },
};

const SCHEMA_URL = "https://hookwright.dev/hooks.schema.json";

/** @param {any} schema @param {string} path @param {Notes} notes @returns {any} */
function annotateBelow(schema, path, notes) {
  if (schema.properties === undefined) return schema;
  return { ...schema, properties: annotateAll(schema.properties, `${path}.`, notes) };
}

/** @typedef {Readonly<Record<string, readonly unknown[]>>} Notes */

/** @param {Record<string, any>} properties @param {string} before @param {Notes} notes @returns {any} */
function annotateAll(properties, before, notes) {
  return Object.fromEntries(
    Object.entries(properties).map(([key, one]) => [key, annotate(one, `${before}${key}`, notes)]),
  );
}

/** @param {any} schema @param {string} path @param {Notes} notes @returns {any} */
function annotate(schema, path, notes) {
  const examples = notes[path] ?? schema.examples ?? obviousExamples(schema);
  const fallback = /** @type {Record<string, unknown>} */ (DEFAULTS)[path];
  const own = schema.enum && /** @type {Record<string, readonly string[]>} */ (MEANINGS)[path];
  const meanings = schema.enumDescriptions ?? own;
  return {
    ...annotateBelow(schema, path, notes),
    ...(fallback !== undefined && { default: fallback }),
    ...(examples.length > 0 && { examples, defaultSnippets: examples.slice(0, 2).map(snippet) }),
    ...(meanings && { enumDescriptions: meanings, markdownEnumDescriptions: meanings }),
  };
}

/** @param {any} schema @returns {readonly unknown[]} */
function obviousExamples(schema) {
  if (schema.type === "boolean") return schema.default === true ? [false, true] : [true, false];
  if (schema.enum !== undefined) return schema.enum.slice(0, 2);
  if (schema.$ref === "#/definitions/secret") return ["${NAME}", { file: "secrets/name" }];
  // A test names the keys without.
  return [];
}

/** The value as it is: nothing in it is a placeholder of the snippet. @param {unknown} example */
export function snippet(example) {
  const label = typeof example === "string" ? example : JSON.stringify(example);
  return {
    label: label.length > 60 ? `${label.slice(0, 60)}…` : label,
    body: escapeTexts(example),
  };
}

/** @param {any} value @returns {unknown} */
function escapeTexts(value) {
  if (typeof value === "string") return value.replaceAll(/[\\$}]/g, "\\$&");
  if (Array.isArray(value)) return value.map(escapeTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, escapeTexts(one)]));
}
