// @ts-check
// The table of an action's fields → the source of the functions that make a run or a wake of a record of values.

/** @typedef {import("../../src/model/action-fields.ts").ActionField} ActionField */

/** @param {readonly ActionField[]} settings */
export function agentAction(settings) {
  return `type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The fields of an action that a draft does not have. */
export interface OutsideText {
  readonly parts: readonly TextPart[];
  readonly untrustedText: string;
}

export interface RunText extends OutsideText {
  readonly message: string;
  readonly sessionKey: string;
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
${assignOptional(settings)}
  return action;
}`;
}

/** @param {readonly ActionField[]} settings */
export function wakeAction(settings) {
  const used = settings.filter(({ usedBy }) => usedBy.includes("wake"));
  // A wake without a key goes to the main session.
  const isOptional = (/** @type {ActionField} */ field) =>
    field.value === "key" || !isAlways(field);
  const always = used
    .filter((field) => !isOptional(field))
    .map(({ name, wakeName }) => {
      return `    ${wakeName ?? name}: fields.${name},`;
    });
  return `export interface WakeText extends OutsideText {
  readonly text: string;
}

/** Values and the finished text → a wake. What nothing set is absent, and not undefined. */
export function wakeAction(fields: FieldValues, { text, parts, untrustedText }: WakeText): WakeAction {
  const action: Mutable<WakeAction> = {
    kind: "wake",
    text,
${always.join("\n")}
    parts,
    untrustedText,
  };
${assignAll(used.filter(isOptional))}
  return action;
}`;
}

/** @param {readonly ActionField[]} settings */
export function deliverAction(settings) {
  const used = settings.filter(({ usedBy }) => usedBy.includes("deliver"));
  return `export interface DeliverText extends OutsideText {
  readonly text: string;
  readonly markup: boolean;
  readonly summary: boolean;
}

/** Values and the finished text → a text for a channel. What nothing set is absent, and not undefined. */
export function deliverAction(fields: FieldValues, { text, parts, untrustedText, markup, summary }: DeliverText): DeliverAction {
  const action: Mutable<DeliverAction> = {
    kind: "deliver",
    text,
${record(used.filter(isAlways), ({ name }) => `fields.${name}`)}
    markup,
    summary,
    parts,
    untrustedText,
  };
${assignOptional(used)}
  return action;
}`;
}

/** @param {ActionField} field */
function isAlways(field) {
  return field.value === "key" || field.default !== undefined || field.runDefault !== undefined;
}

/** @param {readonly ActionField[]} settings */
function assignOptional(settings) {
  return assignAll(settings.filter((field) => !isAlways(field)));
}

/** @param {readonly ActionField[]} settings */
function assignAll(settings) {
  return settings
    .map(({ name }) => `  if (fields.${name} !== undefined) action.${name} = fields.${name};`)
    .join("\n");
}

/** @param {readonly ActionField[]} settings @param {(field: ActionField) => string} toValue */
export function record(settings, toValue) {
  return settings.map((field) => `    ${field.name}: ${toValue(field)},`).join("\n");
}
