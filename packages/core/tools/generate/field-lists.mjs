// @ts-check
// The table of an action's fields → the source of the lists of names that checks and locks need.

/** @typedef {import("../../src/model/action-fields.ts").ActionField} ActionField */

/**
 * @param {readonly ActionField[]} fields
 * @param {{ readonly config: any, readonly transformResult: any }} schemas
 */
export function fieldLists(fields, { config, transformResult }) {
  const settings = fields.filter(({ value }) => value !== "text");
  const settable = fields.filter(({ inResults }) => inResults);
  const channel = settings.find(({ value }) => value === "channel");
  return [
    '// Generated from model/action-fields.ts by tools/generate.mjs.\nimport type { LockableField, TemplatedField } from "../model/action.ts";',
    constant("What `transform.lock` can name.", "LOCKABLE_FIELDS: readonly LockableField[]", [
      ...fields.filter(({ lockable }) => lockable).map(({ name }) => name),
    ]),
    constant(
      "The one-line fields that can hold text from outside.",
      "TEMPLATED_FIELDS: readonly TemplatedField[]",
      settings.filter(({ templated }) => templated === true).map(({ name }) => name),
    ),
    overlaidFields(settings),
    constant("What a transform can return.", "RESULT_FIELDS: readonly string[]", [
      "kind",
      "action",
      ...settable.flatMap(({ name, wakeName }) => [name, ...(wakeName ? [wakeName] : [])]),
    ]),
    // Of a request alone.
    fieldForms({ ...transformResult.properties, waitForCompletion: { type: "boolean" } }),
    constant("What a request to `/agent` can set.", "AGENT_REQUEST_FIELDS: readonly string[]", [
      ...fields.filter(isRequested("agent")).map(({ name }) => name),
      "idempotencyKey",
      "waitForCompletion",
    ]),
    constant("What a request to `/wake` can set.", "WAKE_REQUEST_FIELDS: readonly string[]", [
      ...fields.filter(isRequested("wake")).map(({ name, wakeName }) => wakeName ?? name),
      "idempotencyKey",
    ]),
    constant(
      "What a mapping of a config can have.",
      "MAPPING_KEYS: readonly string[]",
      Object.keys(config.definitions.mapping.properties),
    ),
    constant("The channel of a request that names none.", "DEFAULT_CHANNEL", channel?.default),
    "",
  ].join("\n\n");
}

/** @param {string} comment @param {string} name @param {unknown} value */
function constant(comment, name, value) {
  return `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value)};`;
}

/**
 * A transform can return every field that a request can set, and its kind. Texts have no row.
 *
 * @param {Readonly<Record<string, { description?: string, type?: string, enum?: string[], minimum?: number }>>} properties
 */
function fieldForms(properties) {
  const rows = Object.entries(properties).flatMap(([name, { description: _, ...form }]) => {
    const { type, enum: words, minimum, ...others } = form;
    if (Object.keys(others).length > 0) throw new Error(`The check of "${name}" lacks a keyword.`);
    if (type === "string") return [];
    return `  ${name}: ${JSON.stringify({ type, words, minimum })},`;
  });
  return [
    "export interface FieldForm {",
    "  readonly type?: string;",
    "  /** All texts that are right. */",
    "  readonly words?: readonly unknown[];",
    "  readonly minimum?: number;",
    "}",
    "",
    "/** What is right for the fields of requests and of transforms' results that are not texts. */",
    "export const FIELD_FORMS: Readonly<Record<string, FieldForm>> = {",
    ...rows,
    "};",
  ].join("\n");
}

/** @param {"wake" | "agent"} kind */
function isRequested(kind) {
  return (/** @type {ActionField} */ { usedBy, inRequests }) =>
    usedBy.includes(kind) && inRequests !== false;
}

/** @param {readonly ActionField[]} settings */
function overlaidFields(settings) {
  const rows = settings
    .filter(({ inResults }) => inResults)
    .map(({ name, wakeName, value }) => {
      const other = wakeName === undefined ? "" : `, wakeName: "${wakeName}"`;
      return `  { name: "${name}", value: "${value}"${other} },`;
    });
  return [
    "/** What a transform can lay over a draft. */",
    "export const OVERLAID_FIELDS = [",
    ...rows,
    "] as const;",
  ].join("\n");
}
