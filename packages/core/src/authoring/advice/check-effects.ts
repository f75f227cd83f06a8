// The mappings as written → what in them has no effect, or an effect that is seldom meant.

import type { ConfigPath } from "../../model/index.ts";
import {
  ACTION_FIELDS,
  type ActionField,
  createProblem,
  type IsIncomplete,
  type Report,
} from "../../model/index.ts";
import type { HooksInput, MappingInput, MatchInput } from "../config/index.ts";
import type { CodeRows } from "./code-row.ts";
import { headerProblem } from "./header-problem.ts";

export const CODES: CodeRows = {
  field_without_effect: {
    meaning: "A field has no effect in its position.",
    wrong: 'action: wake\ntextTemplate: "{{title}}"\nmodel: openai/gpt-5.5',
    right: 'action: wake\ntextTemplate: "{{title}}"',
    say: "A wake is a line for the current conversation and has no model, name or session. Remove the field, or use `action: agent` with `messageTemplate`.",
  },
  recipient_of_last: {
    meaning:
      "A recipient is set, but the channel is `last`, which may be a different one each time.",
    wrong: 'to: "123456789"',
    right: 'channel: telegram\nto: "123456789"',
    say: "Without `channel`, the answer goes to the last used channel, which may not have this recipient.",
  },
  unsafe_external_content: {
    meaning: "The fence is switched off, so that senders can give orders to the agent.",
    wrong: "allowUnsafeExternalContent: true",
    right: "instructions: Answer in one sentence.",
    say: "A sender's text becomes orders to the assistant. Put your own words into `instructions`, which are outside of the fence.",
  },
  template_escaped_line: {
    section: "templates",
    meaning: "A text contains a backslash and an n where a line break is probably meant.",
    wrong: "messageTemplate: '{{title}}\\n{{body}}'",
    right: 'messageTemplate: "{{title}}\\n{{body}}"',
    say: "In YAML, `\\n` is a line break in double quotes only; a [block with `|`](yaml.md#texts-of-several-lines) is easier to read.",
  },
};

export function checkEffects(hooks: HooksInput, isIncomplete: IsIncomplete, report: Report): void {
  for (const [index, mapping] of (hooks.mappings ?? []).entries()) {
    // A mapping that is not an object is already reported.
    if (mapping === undefined) continue;
    const path = ["hooks", "mappings", index];
    checkMatch(mapping.match, [...path, "match"], report);
    if (mapping.skip === true) {
      checkBesideSkip(mapping, path, report);
      continue;
    }
    if (!isIncomplete(path, ["action"])) checkUnusedFields(mapping, path, report);
    if (mapping.action === "deliver") checkBesideDelivery(mapping, path, report);
    checkMaxConcurrent(mapping, path, report);
    checkCoalesce(mapping, path, report);
    checkUnsent(mapping, path, report);
    checkRecipient(mapping, path, report);
    checkLineBreaks(mapping, path, report);
    if (mapping.action !== "deliver") {
      checkFence(mapping, path, report);
      checkOnlyDelivered(mapping, path, report);
    }
  }
  const { allowUnsafeExternalContent } = hooks.gmail ?? {};
  if (hooks.presets?.includes("gmail") === true) {
    checkFence({ allowUnsafeExternalContent }, ["hooks", "gmail"], report);
  }
}

const FIELDS: readonly ActionField[] = ACTION_FIELDS;

/** What acts on the request itself, such as its match, is not among these. */
const KEYS_OF_ACTIONS = [
  "action",
  "forEach",
  ...FIELDS.map(({ name, mappingKey }) => mappingKey ?? name),
  "markup",
  "summary",
  "allowUnsafeExternalContent",
  "transform",
  "rateLimit",
  "coalesce",
  "maxConcurrent",
  "onCompletion",
] as readonly (keyof MappingInput)[];

function checkBesideSkip(mapping: MappingInput, path: ConfigPath, report: Report): void {
  for (const key of KEYS_OF_ACTIONS) {
    if (mapping[key] === undefined) continue;
    const message = `"${key}" has no effect beside "skip": true.`;
    const hint = 'Remove it, or remove "skip".';
    const extras = { severity: "warning", hint } as const;
    report(createProblem("field_without_effect", [...path, key], message, extras));
  }
}

function checkUnusedFields(mapping: MappingInput, path: ConfigPath, report: Report): void {
  const { action = "agent", transform } = mapping;
  const own = action === "agent" ? "messageTemplate" : "textTemplate";
  const other = action === "agent" ? "wake" : "agent";
  for (const { name, mappingKey, value, usedBy } of FIELDS) {
    const key = (mappingKey ?? name) as keyof MappingInput;
    if (usedBy.includes(action) || mapping[key] === undefined || key === action) continue;
    const isText = value === "text";
    // A transform may make a run of a wake, which then has these fields; it never sees the other text.
    if (!isText && transform !== undefined) continue;
    const why = isText ? `the text of this action is "${own}"` : WHY_UNUSED[action];
    const canMove = isText && mapping[own] === undefined;
    const hint = `${canMove ? `Write it as "${own}"` : "Remove it"}, or write "action": "${other}".`;
    const extras = { severity: "warning", hint } as const;
    const at = [...path, key];
    report(createProblem("field_without_effect", at, `"${key}" has no effect: ${why}.`, extras));
  }
}

const WHY_UNUSED = {
  wake: "only agent runs use it, and the action is a wake",
  deliver: "no agent runs, because the action only delivers a text",
  agent: "agent runs do not use it",
} as const;

/** What a run needs, or what says twice that a text is sent. */
function checkBesideDelivery(mapping: MappingInput, path: ConfigPath, report: Report): void {
  const { deliver, allowUnsafeExternalContent } = mapping;
  const at = [...path, "deliver"];
  if (deliver === false) {
    const message =
      '"deliver": false contradicts "action": "deliver": nothing would be left to do.';
    const hint = 'Remove it, or write "skip": true in place of both.';
    report(createProblem("invalid_value", at, message, { hint }));
  }
  if (deliver === true) {
    const message = '"deliver": true is redundant beside "action": "deliver".';
    report(
      createProblem("field_without_effect", at, message, { severity: "hint", hint: "Remove it." }),
    );
  }
  if (allowUnsafeExternalContent !== true) return;
  const message =
    '"allowUnsafeExternalContent" has no effect: a delivered text has no fence, because people read it.';
  const extras = { severity: "warning", hint: "Remove it." } as const;
  const ofFence = [...path, "allowUnsafeExternalContent"];
  report(createProblem("field_without_effect", ofFence, message, extras));
}

/** Wakes share the turns of the main session, and only one of these runs at a time. */
function checkMaxConcurrent(
  { action = "agent", transform, maxConcurrent }: MappingInput,
  path: ConfigPath,
  report: Report,
): void {
  if (maxConcurrent === undefined || action === "agent" || transform !== undefined) return;
  const message = '"maxConcurrent" has no effect: only agent runs are counted.';
  const hint = 'Remove it; "rateLimit" refuses events that are too many.';
  const extras = { severity: "warning", hint } as const;
  report(createProblem("field_without_effect", [...path, "maxConcurrent"], message, extras));
}

function checkCoalesce({ coalesce }: MappingInput, path: ConfigPath, report: Report): void {
  const { seconds = 0, maxSeconds = seconds } = coalesce ?? {};
  if (maxSeconds >= seconds) return;
  const message = `"maxSeconds" is less than "seconds", so no event could extend the wait.`;
  const hint =
    'Write the longer time as "maxSeconds", or remove it: its default is ten times "seconds".';
  report(createProblem("invalid_value", [...path, "coalesce", "maxSeconds"], message, { hint }));
}

/** An answer that is not sent needs no channel. A transform may still have it sent. */
function checkUnsent(mapping: MappingInput, path: ConfigPath, report: Report): void {
  const { action, deliver, transform } = mapping;
  if (deliver !== false || action === "wake" || action === "deliver") return;
  if (transform !== undefined) return;
  for (const key of ["channel", "to"] as const) {
    if (mapping[key] === undefined) continue;
    const message = `"${key}" has no effect beside "deliver": false: the answer is sent nowhere.`;
    const hint = 'Remove it, or remove "deliver".';
    const extras = { severity: "warning", hint } as const;
    report(createProblem("field_without_effect", [...path, key], message, extras));
  }
}

/** A host uses the recipient only on the channel that it belongs to, which "last" does not name. */
function checkRecipient(mapping: MappingInput, path: ConfigPath, report: Report): void {
  const { to, channel = "last", deliver, transform, action } = mapping;
  if (to === undefined || channel.trim().toLowerCase() !== "last") return;
  if (action === "wake" || deliver === false || transform !== undefined) return;
  const message =
    '"to" is set, but the channel is "last", which may be a different channel for each event.';
  const hint = 'Write the "channel" that the recipient belongs to.';
  const extras = { severity: "hint", hint } as const;
  report(createProblem("recipient_of_last", [...path, "to"], message, extras));
}

/** A transform cannot make a delivery of another action. */
function checkOnlyDelivered(mapping: MappingInput, path: ConfigPath, report: Report): void {
  for (const key of ["markup", "summary"] as const) {
    if (mapping[key] === undefined) continue;
    const message = `"${key}" has no effect: only mappings with "action": "deliver" use it.`;
    const hint = 'Remove it, or write "action": "deliver" with a "textTemplate".';
    const extras = { severity: "warning", hint } as const;
    report(createProblem("field_without_effect", [...path, key], message, extras));
  }
}

/** "\\\\n" in JSON: shells and generators of configs escape twice. A lower-case letter after it may be a path. */
const ESCAPED_LINE = /\\n(?![a-z])/;

function checkLineBreaks(mapping: MappingInput, path: ConfigPath, report: Report): void {
  for (const key of ["messageTemplate", "textTemplate", "instructions"] as const) {
    const text = mapping[key];
    if (text === undefined || text.includes("\n") || !ESCAPED_LINE.test(text)) continue;
    const message = `"${key}" shows the characters \\n, and no line break.`;
    const hint = 'Write "\\n" once in JSON, not "\\\\n", or a line of its own in YAML.';
    const extras = { severity: "hint", hint } as const;
    report(createProblem("template_escaped_line", [...path, key], message, extras));
  }
}

function checkFence(
  { allowUnsafeExternalContent }: Pick<MappingInput, "allowUnsafeExternalContent">,
  path: ConfigPath,
  report: Report,
): void {
  if (allowUnsafeExternalContent !== true) return;
  const message =
    "The fence is switched off: anyone who can write into a payload can give orders to the agent.";
  const hint =
    'Remove it, and write your own words to the agent as "instructions", which are outside the fence.';
  const at = [...path, "allowUnsafeExternalContent"];
  report(createProblem("unsafe_external_content", at, message, { severity: "warning", hint }));
}

/** No event has a header with an underscore. */
function checkMatch(match: MatchInput | undefined, at: ConfigPath, report: Report): void {
  if (match === undefined) return;
  for (const name of Object.keys(match.headers ?? {})) {
    checkHeaderName(name, [...at, "headers", name], report);
  }
  checkMatch(match.not, [...at, "not"], report);
}

/** Names of headers come with hyphens; the servers in front of many gateways drop others. */
function checkHeaderName(name: string, at: ConfigPath, report: Report): void {
  if (name.includes("_")) report(headerProblem(name, at));
}
