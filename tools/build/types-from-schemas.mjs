// @ts-check
// JSON Schemas → the source of TypeScript types, with each description as a doc comment.

/**
 * Where a part of the config's schema has a type of its own. `hooks.mappings` and the like are
 * definitions, and named by their key.
 *
 * @type {Readonly<Record<string, string>>}
 */
const NAMES = {
  hooks: "HooksInput",
  mapping: "MappingInput",
  auth: "AuthInput",
  match: "MatchInput",
  matchValue: "MatchValue",
  gmail: "GmailInput",
  agents: "AgentsInput",
  secret: "SecretInput",
  "hooks.limits": "LimitsInput",
  "hooks.throttle": "ThrottleInput",
  "hooks.transforms": "TransformsInput",
  "auth.handshake": "AuthHandshakeInput",
  "auth.handshake.echo": "AuthEchoInput",
  "auth.signature": "AuthSignatureInput",
  "auth.timestamp": "AuthTimestampInput",
  "mapping.body": "BodyInput",
  "mapping.forEach": "ForEachInput",
  "mapping.respond": "RespondInput",
  "hooks.respond": "RouteAnswersInput",
  routeAnswer: "RouteAnswerInput",
  "mapping.rateLimit": "RateLimitInput",
  "mapping.transform": "TransformInput",
  "gmail.serve": "GmailServeInput",
  "gmail.tailscale": "GmailTailscaleInput",
  "agents.defaults": "AgentDefaultsInput",
  "agents.defaults.models": "ModelsInput",
  "agents.list[]": "AgentInput",
};

/**
 * @typedef {object} Style
 * @property {"readonly " | ""} readonly
 * @property {" | undefined" | ""} orUndefined what an optional field accepts beside its type
 * @property {Readonly<Record<string, any>>} [definitions] what references refer to
 * @property {Readonly<Record<string, string>>} names the type of a definition, or of the value at a path
 * @property {string[]} named declarations of the parts that have a name of their own
 */

/** @type {Omit<Style, "named">} */
const INPUT = { readonly: "readonly ", orUndefined: " | undefined", names: NAMES };
/** @type {Omit<Style, "named">} Built up by their authors, field by field. */
const RESULT = { readonly: "", orUndefined: " | undefined", names: NAMES };
/** @type {Omit<Style, "named">} */
const OUTPUT = { readonly: "readonly ", orUndefined: "", names: NAMES };

/** @param {Readonly<Record<"config" | "wakeRequest" | "agentRequest" | "transformResult" | "run" | "wake" | "deliver", any>>} schemas */
export function typesFromSchemas({
  config,
  wakeRequest,
  agentRequest,
  transformResult,
  run,
  wake,
  deliver,
}) {
  return [
    HEAD,
    ...declareConfig(config),
    declare("WakeRequest", wakeRequest, { ...INPUT, named: [] }),
    declare("AgentRequest", agentRequest, { ...INPUT, named: [] }),
    declare("TransformResult", transformResult, { ...RESULT, named: [] }),
    declare("RunSettings", run, { ...OUTPUT, named: [] }),
    declare("WakeSettings", wake, { ...OUTPUT, named: [] }),
    declare("DeliverSettings", deliver, { ...OUTPUT, named: [] }),
    "",
  ].join("\n\n");
}

/** @param {any} config */
function declareConfig(config) {
  return declareAll("HookwrightConfig", config, NAMES);
}

/**
 * The types of another kind of file: of the whole, and of each definition.
 *
 * @param {string} name
 * @param {any} schema
 * @param {Readonly<Record<string, string>>} names by definition
 */
export function typesFromSchema(name, schema, names) {
  return [...declareAll(name, schema, names), ""].join("\n\n");
}

/** @param {string} name @param {any} schema @param {Readonly<Record<string, string>>} names */
function declareAll(name, { definitions, ...top }, names) {
  /** @type {Style} */
  const style = { ...INPUT, names, named: [], definitions };
  const parts = Object.entries(definitions).map(([key, schema]) =>
    declare(nameAt(key, names), schema, style, key),
  );
  return [declare(name, top, style), ...parts, ...style.named];
}

const HEAD = `// Generated from the schemas by tools/generate.mjs.

/** An object in which further keys may stand, which are not ours: of a gateway's own settings, say. */
export type Open<Keys> = Keys | (Keys & { readonly [key: string]: unknown });`;

/** @param {string} path @param {Readonly<Record<string, string>>} names */
function nameAt(path, names) {
  const name = names[path];
  if (name === undefined) throw new Error(`The type at "${path}" has no name; add it to NAMES.`);
  return name;
}

/** @param {string} name @param {any} schema @param {Style} style @param {string} [path] */
function declare(name, schema, style, path = "") {
  const doc = comment(schema.description, { at: name });
  if (schema.properties === undefined)
    return `${doc}export type ${name} = ${shapeOf(schema, path, style)};`;
  const body = `{\n${members(schema, path, style).join("\n")}\n}`;
  const isClosed =
    schema.additionalProperties === false || (path === "" && name !== "HookwrightConfig");
  if (isClosed) return `${doc}export interface ${name} ${body}`;
  return `${doc}export interface ${name}Keys ${body}\n\n${doc}export type ${name} = Open<${name}Keys>;`;
}

/** @param {any} schema @param {string} path @param {Style} style */
function members(schema, path, style) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([key, value]) => {
    const at = path === "" ? key : `${path}.${key}`;
    const property = /** @type {any} */ (value);
    const doc = comment(meaningOf(property, style), {
      at,
      default: property.default,
      indent: "  ",
    });
    const type = typeOf(property, at, style);
    if (required.has(key)) return `${doc}  ${style.readonly}${key}: ${type};`;
    // `unknown | undefined` is `unknown`.
    const orUndefined = type === "unknown" ? "" : style.orUndefined;
    return `${doc}  ${style.readonly}${key}?: ${type}${orUndefined};`;
  });
}

/** A reference without words of its own has those of what it refers to. @param {any} property @param {Style} style */
function meaningOf({ description, $ref }, { definitions }) {
  return description ?? definitions?.[$ref?.split("/").at(-1)]?.description;
}

/**
 * @param {string | undefined} text
 * @param {{ at: string, default?: unknown, indent?: string }} place
 */
function comment(text, { at, default: fallback, indent = "" }) {
  if (text === undefined) throw new Error(`"${at}" has no description, which editors show.`);
  const suffix = fallback === undefined ? "" : ` Default: \`${JSON.stringify(fallback)}\`.`;
  return `${indent}/** ${text}${suffix} */\n`;
}

/** The name of a part that has one, else its shape. @param {any} schema @param {string} path @param {Style} style */
function typeOf(schema, path, style) {
  const name = style.names[path];
  if (name === undefined || !path.includes(".")) return shapeOf(schema, path, style);
  style.named.push(declare(name, schema, style, path));
  return name;
}

/** @param {any} schema @param {string} path @param {Style} style @returns {string} */
function shapeOf(schema, path, style) {
  if (schema.$ref !== undefined) return nameAt(schema.$ref.split("/").at(-1), style.names);
  // A reference with words of its own.
  if (schema.allOf !== undefined) {
    const { allOf, ...own } = schema;
    const whole = shapeOf(allOf[0], path, style);
    return own.properties === undefined ? whole : `${shapeOf(own, path, style)} & ${whole}`;
  }
  if (schema.enum !== undefined) {
    return union(schema.enum.map((/** @type {string} */ one) => `"${one}"`));
  }
  if (schema.anyOf !== undefined) {
    return union(schema.anyOf.map((/** @type {any} */ one) => shapeOf(one, `${path}|`, style)));
  }
  return union([schema.type].flat().map((type) => shapeOfKind(type, schema, path, style)));
}

/** @param {readonly string[]} types */
function union(types) {
  return [...new Set(types)].join(" | ");
}

/** @param {string | undefined} type @param {any} schema @param {string} path @param {Style} style */
function shapeOfKind(type, schema, path, style) {
  if (type === undefined) return "unknown";
  if (type === "integer") return "number";
  if (type === "array") return `readonly ${grouped(typeOf(schema.items, `${path}[]`, style))}[]`;
  return type === "object" ? shapeOfObject(schema, path, style) : type;
}

/** @param {string} type */
function grouped(type) {
  return type.includes(" ") ? `(${type})` : type;
}

/** @param {any} schema @param {string} path @param {Style} style */
function shapeOfObject(schema, path, style) {
  if (schema.properties === undefined) {
    if (schema.additionalProperties === undefined) return "Readonly<Record<string, unknown>>";
    const value = typeOf(schema.additionalProperties, `${path}.*`, style);
    return `{ readonly [name: string]: ${value} }`;
  }
  const literal = `{ ${members(schema, path, style).join(" ").replaceAll(/\s+/g, " ")} }`;
  return schema.additionalProperties === false ? literal : `Open<${literal}>`;
}
