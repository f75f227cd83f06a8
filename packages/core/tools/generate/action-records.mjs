// @ts-check
// The table of an action's fields → the source of the functions that make one record from another.
//
// Why generated: a loop over the rows costs 250 ns for each event, the records written out 30.

/** @typedef {import("../../src/model/action-fields.ts").ActionField} ActionField */

/** @param {readonly ActionField[]} fields */
export function actionRecords(fields) {
  const settings = fields.filter(({ value }) => value !== "text");
  return [
    HEAD,
    writtenFields(settings),
    compiledFields(settings),
    renderedFields(settings),
    requestedFields(settings),
    agentAction(settings),
    "",
  ].join("\n\n");
}

const HEAD = `// Generated from model/action-fields.ts by tools/generate.mjs.
import type { AgentAction, TextPart } from "../model/action.ts";
import type { MappingInput } from "../model/config.ts";
import type { CompiledFields, FieldValues, TemplatedField } from "../model/field-values.ts";

/** What brings a text as written into its form. Blank is nothing. */
export interface TextReaders {
  readonly line: (text: string | undefined) => string | undefined;
  readonly key: (text: string | undefined) => string | undefined;
}`;

/** @param {readonly ActionField[]} settings */
function writtenFields(settings) {
  return `/** A mapping as written → its values, with every default. */
export function writtenFields(input: MappingInput, read: TextReaders): FieldValues {
  return {
${record(settings, (field) => {
  if (isText(field)) return `read.${field.value}(input.${field.name})`;
  return withDefault(field, `input.${field.name}`);
})}
  };
}`;
}

/** @param {readonly ActionField[]} settings */
function compiledFields(settings) {
  return `/** Values, with what compiles a template and what finds a channel → templates and constants. */
export function compiledFields<Template>(
  fields: FieldValues,
  compile: {
    readonly template: (name: TemplatedField, source: string | undefined) => Template | undefined;
    readonly channel: (name: string) => string;
  },
): CompiledFields<Template> {
  return {
${record(settings, (field) => {
  const { name } = field;
  if (field.templated === true) return `compile.template("${name}", fields.${name})`;
  return field.value === "channel" ? `compile.channel(fields.${name})` : `fields.${name}`;
})}
  };
}`;
}

/** @param {readonly ActionField[]} settings */
function renderedFields(settings) {
  return `/** Templates and constants, with what renders a line and the rendered key → values. */
export function renderedFields<Template>(
  fields: CompiledFields<Template>,
  sessionKey: string | undefined,
  line: (name: TemplatedField, template: Template) => string | undefined,
): FieldValues {
  return {
${record(settings, (field) => {
  const { name } = field;
  if (field.value === "key") return name;
  if (field.templated !== true) return `fields.${name}`;
  return `fields.${name} === undefined ? undefined : line("${name}", fields.${name})`;
})}
  };
}`;
}

/** @param {readonly ActionField[]} settings */
function requestedFields(settings) {
  const settable = settings.filter(({ inRequests }) => inRequests !== false);
  return `/** What a request can say of an action; the channel is found before. */
export type RequestedFields = {
  readonly [Name in ${settable.map(({ name }) => `"${name}"`).join(" | ")}]?: FieldValues[Name] | undefined;
};

/** A request and its channel → values, with every default. */
export function requestedFields(
  request: RequestedFields,
  channel: string,
  read: TextReaders,
): FieldValues {
  return {
${record(settings, (field) => {
  if (field.value === "channel") return "channel";
  if (field.inRequests === false) return withDefault(field, undefined);
  if (isText(field)) return `read.${field.value}(request.${field.name})`;
  return withDefault(field, `request.${field.name}`);
})}
  };
}`;
}

/** @param {readonly ActionField[]} settings */
function agentAction(settings) {
  const isAlways = (/** @type {ActionField} */ field) =>
    field.value === "key" || field.default !== undefined || field.runDefault !== undefined;
  const optional = settings.filter((field) => !isAlways(field));
  return `type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What of a run is no field of a draft. */
export interface RunText {
  readonly message: string;
  readonly sessionKey: string;
  readonly parts: readonly TextPart[];
  readonly untrustedText: string;
}

/** Values and the finished text → a run. What nothing set is absent, and not undefined. */
export function agentAction(fields: FieldValues, { message, sessionKey, parts, untrustedText }: RunText): AgentAction {
  const action: Mutable<AgentAction> = {
    kind: "agent",
    message,
${record(settings.filter(isAlways), (field) => {
  if (field.value === "key") return field.name;
  if (field.runDefault === undefined) return `fields.${field.name}`;
  return `fields.${field.name} ?? ${JSON.stringify(field.runDefault)}`;
})}
    parts,
    untrustedText,
  };
${optional.map(({ name }) => `  if (fields.${name} !== undefined) action.${name} = fields.${name};`).join("\n")}
  return action;
}`;
}

/** @param {readonly ActionField[]} settings @param {(field: ActionField) => string} toValue */
function record(settings, toValue) {
  return settings.map((field) => `    ${field.name}: ${toValue(field)},`).join("\n");
}

/** @param {ActionField} field */
function isText({ value }) {
  return value === "line" || value === "key";
}

/** @param {ActionField} field @param {string | undefined} source */
function withDefault({ default: fallback }, source) {
  if (fallback === undefined) return source ?? "undefined";
  return source === undefined
    ? JSON.stringify(fallback)
    : `${source} ?? ${JSON.stringify(fallback)}`;
}
