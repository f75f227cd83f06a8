// @ts-check
// The table of an action's fields → the source of the functions that make one record from another.
//
// Why generated: a loop over the rows costs 250 ns for each event, the records written out 30.

import { agentAction, deliverAction, record, wakeAction } from "./actions.mjs";

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
    wakeAction(settings),
    deliverAction(settings),
    "",
  ].join("\n\n");
}

const HEAD = `// Generated from model/action-fields.ts by tools/generate.mjs.
import type { AgentAction, DeliverAction, TextPart, WakeAction } from "../model/action.ts";
import type { CompiledFields, FieldValues, TemplatedField } from "../model/action.ts";
import type { MappingInput } from "./config-types.ts";

/** What brings a value as written into its form. Blank is nothing. */
export interface ValueReaders {
  readonly line: (text: string | undefined) => string | undefined;
  readonly id: (text: string | undefined) => string | undefined;
}

/** What renders a template to a value of its form. Blank is nothing. */
export interface ValueRenderers<Template> {
  readonly line: (name: TemplatedField, template: Template) => string | undefined;
  readonly id: (name: TemplatedField, template: Template) => string | undefined;
}

/** Hosts count in integers, and a limit must not become longer. */
export function wholeSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.floor(seconds);
}`;

/** @param {readonly ActionField[]} settings */
function writtenFields(settings) {
  return `/** A mapping as written → its values, with every default. */
export function writtenFields(input: MappingInput, read: ValueReaders): FieldValues {
  return {
${record(settings, (field) => {
  if (isRead(field)) return `${readerOf(field)}(input.${field.name})`;
  return withDefault(field, `input.${field.name}`);
})}
  };
}`;
}

/** @param {readonly ActionField[]} settings */
function compiledFields(settings) {
  return `/** Values, with what makes a template of each source and what finds a channel → templates and constants. */
export function compiledFields<Source, Template>(
  fields: CompiledFields<Source>,
  compile: {
    readonly template: (name: TemplatedField, source: Source | undefined) => Template | undefined;
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
  return `/** Templates and constants, with what renders them and the rendered key → values. */
export function renderedFields<Template>(
  fields: CompiledFields<Template>,
  sessionKey: string | undefined,
  render: ValueRenderers<Template>,
): FieldValues {
  return {
${record(settings, (field) => {
  const { name } = field;
  if (field.value === "key") return name;
  if (field.templated !== true) return `fields.${name}`;
  return `fields.${name} === undefined ? undefined : render.${field.value}("${name}", fields.${name})`;
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
  read: ValueReaders,
): FieldValues {
  return {
${record(settings, (field) => {
  if (field.value === "channel") return "channel";
  if (field.inRequests === false) return withDefault(field, undefined);
  if (isRead(field)) return `${readerOf(field)}(request.${field.name})`;
  return withDefault(field, `request.${field.name}`);
})}
  };
}`;
}

/** @param {ActionField} field */
function isRead({ value }) {
  return ["line", "id", "key", "seconds"].includes(value);
}

/** @param {ActionField} field */
function readerOf({ value }) {
  if (value === "seconds") return "wholeSeconds";
  return `read.${value === "key" ? "id" : value}`;
}

/** @param {ActionField} field @param {string | undefined} source */
function withDefault({ default: fallback }, source) {
  if (fallback === undefined) return source ?? "undefined";
  return source === undefined
    ? JSON.stringify(fallback)
    : `${source} ?? ${JSON.stringify(fallback)}`;
}
