// @ts-check
// The table of an action's fields → the schemas of requests and results, and its part of the config's schema.

/** @typedef {import("../../src/model/action-fields.ts").ActionField} ActionField */
/** @typedef {{ readonly id: string }} Channel */

/** A key of the schema's text that says where the fields are and that they are generated. */
const COMMENT = "From `messageTemplate` to `timeoutSeconds`: made from src/model/action-fields.ts.";

/**
 * @param {any} schema of the config, as written or as made before
 * @param {{ fields: readonly ActionField[], channels: readonly Channel[] }} tables
 */
export function withActionFields(schema, { fields, channels }) {
  const { mapping } = schema.definitions;
  const made = Object.fromEntries(
    fields.map((field) => [field.mappingKey ?? field.name, mappingProperty(field, channels)]),
  );
  const properties = {
    ...replaceRun(mapping.properties, made),
    transform: withLock(mapping.properties.transform, fields),
  };
  const { description, type, ...rest } = mapping;
  const definition = { description, $comment: COMMENT, type, ...rest, properties };
  return { ...schema, definitions: { ...schema.definitions, mapping: definition } };
}

/**
 * The fields stand together, where the first of them stood.
 *
 * @param {Readonly<Record<string, unknown>>} properties
 * @param {Readonly<Record<string, unknown>>} made
 */
function replaceRun(properties, made) {
  const first = Object.keys(properties).find((key) => Object.hasOwn(made, key));
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, property]) => {
      if (key === first) return Object.entries(made);
      return Object.hasOwn(made, key) ? [] : [[key, property]];
    }),
  );
}

/** @param {ActionField} field @param {readonly Channel[]} channels */
function mappingProperty(field, channels) {
  const description = [
    field.meaning,
    ...(field.value === "channel" ? [listChannels(channels)] : []),
    ...(field.templated === true ? ["Templated."] : []),
  ].join(" ");
  const fallback = field.default === undefined ? {} : { default: field.default };
  return {
    ...(field.templated === true && { $comment: "template" }),
    ...valueSchema(field),
    ...fallback,
    description,
    ...(field.examples && { examples: field.examples }),
  };
}

/** @param {readonly Channel[]} channels */
function listChannels(channels) {
  const ids = channels.map(({ id }) => `\`${id}\``).join(", ");
  return `One of ${ids}, or one that the host registered. Not templated.`;
}

/** @param {any} transform @param {readonly ActionField[]} fields */
function withLock(transform, fields) {
  const names = fields.filter(({ lockable }) => lockable).map(({ name }) => name);
  const lock = { ...transform.properties.lock, items: { enum: names } };
  return { ...transform, properties: { ...transform.properties, lock } };
}

/** @param {ActionField} field */
function valueSchema({ value, choices }) {
  if (value === "choice") return { enum: choices };
  if (value === "flag") return { type: "boolean" };
  if (value === "seconds") return { type: "number", minimum: 1 };
  return { type: "string" };
}

/** @param {readonly ActionField[]} fields */
export function agentRequestSchema(fields) {
  return requestSchema("agent-request", fields, ({ usedBy, name }) =>
    usedBy.includes("agent") ? name : undefined,
  );
}

/** @param {readonly ActionField[]} fields */
export function wakeRequestSchema(fields) {
  return requestSchema("wake-request", fields, ({ usedBy, name, wakeName }) =>
    usedBy.includes("wake") ? (wakeName ?? name) : undefined,
  );
}

/** No field of an action: what recognizes the request when it comes again. */
const IDEMPOTENCY_KEY = {
  type: "string",
  description:
    "Counts as the header `Idempotency-Key`, which goes before it: the same key again gets the first answer.",
};

/** No field of an action: what the sender waits for. */
const WAIT_FOR_COMPLETION = {
  type: "boolean",
  description:
    "Whether the answer waits until the run has ended, for at most `timeoutSeconds` and five minutes. Only where a host carries runs out.",
};

/**
 * @param {string} $id
 * @param {readonly ActionField[]} fields
 * @param {(field: ActionField) => string | undefined} nameOf nothing where the action has no such field
 */
function requestSchema($id, fields, nameOf) {
  /** @type {Record<string, object>} */
  const properties = {};
  /** @type {string[]} */
  const required = [];
  for (const field of fields) {
    const name = nameOf(field);
    if (name === undefined || field.inRequests === false) continue;
    const isRequired = field.inRequests === "required";
    properties[name] = {
      ...valueSchema(field),
      ...(isRequired && { pattern: "\\S" }),
      description: meaningOutsideOfConfig(field),
    };
    if (isRequired) required.push(name);
  }
  properties["idempotencyKey"] = IDEMPOTENCY_KEY;
  if ($id.startsWith("agent-")) properties["waitForCompletion"] = WAIT_FOR_COMPLETION;
  const description = `The body of a request to \`/${$id.split("-", 1)[0]}\`.`;
  return { $id, description, type: "object", properties, required };
}

const KINDS = { enum: ["wake", "agent", "deliver"] };

/** @param {readonly ActionField[]} fields */
export function transformResultSchema(fields) {
  const settable = fields.filter(({ inResults }) => inResults);
  return {
    $id: "transform-result",
    description: "Part of an action, laid over the mapping's own. `action` is accepted for `kind`.",
    type: "object",
    properties: {
      kind: { ...KINDS, description: "What the gateway has to do." },
      action: { ...KINDS, description: "Another name for `kind`." },
      ...Object.fromEntries(settable.flatMap(resultProperties)),
    },
  };
}

/** @param {ActionField} field @returns {[string, object][]} under each of its names */
function resultProperties(field) {
  const { name, wakeName } = field;
  const property = { ...valueSchema(field), description: meaningOutsideOfConfig(field) };
  /** @type {[string, object]} */
  const own = [name, property];
  return wakeName === undefined ? [own] : [own, [wakeName, property]];
}

/** What a mapping must have is in its schema only. @param {ActionField} field */
function meaningOutsideOfConfig({ value, name, meaning }) {
  if (value !== "text") return meaning;
  return name === "message" ? "Message of an agent run." : "Text of a wake, or of a delivery.";
}

/** The fields of a run as the gateway gets it. @param {readonly ActionField[]} fields */
export function runSchema(fields) {
  const settings = fields.filter(({ value }) => value !== "text");
  return settingsSchema(
    "run",
    settings,
    "The settings of an agent run. What nothing set is absent.",
  );
}

/** The fields of a wake as the gateway gets it. @param {readonly ActionField[]} fields */
export function wakeSchema(fields) {
  /** @type {ActionField[]} */
  const settings = fields
    .filter(({ value, usedBy }) => value !== "text" && usedBy.includes("wake"))
    .map((field) => ({
      ...field,
      name: field.wakeName ?? field.name,
      // A wake without a key goes to the main session.
      value: field.value === "key" ? "id" : field.value,
    }));
  return settingsSchema("wake", settings, "The settings of a wake. What nothing set is absent.");
}

/** The fields of a delivered text as the gateway gets it. @param {readonly ActionField[]} fields */
export function deliverSchema(fields) {
  const settings = fields.filter(
    ({ value, usedBy }) => value !== "text" && usedBy.includes("deliver"),
  );
  const description = "The settings of a delivered text. What nothing set is absent.";
  return settingsSchema("deliver", settings, description);
}

/** @param {string} $id @param {readonly ActionField[]} settings @param {string} description */
function settingsSchema($id, settings, description) {
  const properties = settings.map((field) => [
    field.name,
    { ...valueSchema(field), description: field.meaning },
  ]);
  const always = settings.filter(isAlwaysSet).map(({ name }) => name);
  return {
    $id,
    description,
    type: "object",
    properties: Object.fromEntries(properties),
    required: always,
  };
}

/** @param {ActionField} field */
function isAlwaysSet({ value, default: fallback, runDefault }) {
  return value === "key" || fallback !== undefined || runDefault !== undefined;
}
