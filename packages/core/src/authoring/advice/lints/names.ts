// The templates of a mapping → warnings of names that are read where they are not defined.

import {
  type FieldUse,
  type NameSurvey,
  parseTemplate,
  positionFromOffset,
  surveyNames,
} from "@hookwright/template/compile";
import { EVENT_ROOTS } from "@hookwright/template/runtime";
import type { ConfigCode, Report, Severity } from "../../../model/index.ts";
import { createProblem } from "../../../model/index.ts";
import { locateInWritten, type Mapping } from "../../config/index.ts";
import type { CheckedMapping } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";
import { templatesOf } from "../templates-of-mapping.ts";

export const CODES: CodeRows = {
  template_item_stray: {
    section: "templates",
    meaning: "A template reads `item` or `index`, and its mapping has no `forEach`.",
    wrong: 'messageTemplate: "{{item.name}}"',
    right: 'forEach: items\nmessageTemplate: "{{item.name}}"',
    say: "`item` and `index` exist only with `forEach`. For a body field of that name, write `{{payload.item.name}}`.",
  },
  template_block_field: {
    section: "templates",
    meaning: "A template reads a field within a block whose element probably does not have it.",
    wrong: 'messageTemplate: "{{#each commits}}- {{commits.message}}{{/each}}"',
    right: 'messageTemplate: "{{#each commits}}- {{message}}{{/each}}"',
    say: "In `{{#each commits}}`, `{{message}}` is a field of one commit. For a field of the event, write `{{@root.repository.name}}`.",
  },
  template_name_stray: {
    section: "templates",
    meaning: "A template uses a name outside of the block that gives it.",
    wrong:
      'messageTemplate: "{{#each commits as |commit|}}- {{commit.message}}{{/each}} {{commit.id}}"',
    right:
      'messageTemplate: "{{#each commits as |commit|}}- {{commit.message}} {{commit.id}}{{/each}}"',
    say: "A name after `as` exists until the end of its block, but not after `{{else}}`, and not in partials: pass it, as in `{{> row commit=commit}}`. For a body field of that name, write `{{payload.commit.id}}`.",
  },
};

export function check(checked: CheckedMapping, report: Report): void {
  const { mapping, templates } = checked;
  if (mapping.body?.format === "form" && !mapping.body.isNested) {
    for (const [field, source] of templatesOf(mapping)) {
      if (source !== undefined) checkFormFields({ checked, field, source, report });
    }
  }
  if (!mayNameWrongly(mapping)) return;
  for (const [field, source] of templatesOf(mapping)) {
    if (source === undefined) continue;
    const result = parseTemplate(source);
    if (!result.ok) continue;
    const survey = surveyNames(result.parsed.program, templates.helpers);
    checkTemplate(survey, { checked, field, source, report });
  }
}

/** `{{data[email]}}`, `{{tags[]}}`: the name of a form's field, without quotes. */
const FORM_FIELD = /(?<![\w'"[\].])[A-Za-z_][\w-]*(?:\[(?:[A-Za-z_][\w-]*)?\])+/g;

const TAG = /\{\{[^{}]*\}\}/g;

function checkFormFields(template: CheckedTemplate): void {
  const fields = [...template.source.matchAll(TAG)].flatMap(({ 0: tag, index: start }) =>
    [...tag.matchAll(FORM_FIELD)].map(({ 0: field, index }) => ({ field, offset: start + index })),
  );
  for (const { field, offset } of fields) {
    const text = `payload['${field}']`;
    const nested = field.split(/[[\]]+/).filter((name) => name !== "");
    const what = `reads "${field}", which is split at its brackets, while the field of the form has the whole text as its name`;
    const hint = `Write {{${text}}}, or "body": { "form": "nested" } and {{${nested.join(".")}}}.`;
    const edit = { path: field, text };
    warn({ code: "template_foreign_syntax", what, hint, offset, edit }, template);
  }
}

/** Names behind `as`, those of `forEach`, and blocks: only templates with one of these are read again. */
const NAMES = /\bas\s*\||\{\{[^{}]*\b(?:item|index)\b|\{\{~?#/;

function mayNameWrongly(mapping: Mapping): boolean {
  return templatesOf(mapping).some(([, one]) => one !== undefined && NAMES.test(one));
}

interface CheckedTemplate {
  readonly checked: CheckedMapping;
  readonly field: string;
  readonly source: string;
  readonly report: Report;
}

function checkTemplate(survey: NameSurvey, template: CheckedTemplate): void {
  const reported = new Set<string>(EVENT_ROOTS.map(({ name }) => name));
  for (const use of survey.fields) {
    if (reported.has(use.name)) continue;
    const warning = findStray(use, survey, template.checked.mapping);
    if (warning === undefined) continue;
    reported.add(use.name);
    warn({ ...warning, offset: use.offset }, template);
  }
  checkInner(survey, template);
  checkPartialCalls(survey, template);
}

/** Fields that the elements of many lists have as well: which one is meant is unknown. */
const OF_ELEMENTS =
  /^(?:author|user|owner|sender|actor|creator|assignee|reporter|committer|customer|labels|fields|attributes|properties|data)$/;

/** Within a block, plain names are fields of what the block gives. */
function checkInner({ inner, fields }: NameSurvey, template: CheckedTemplate): void {
  const roots = new Set<string>(EVENT_ROOTS.map(({ name }) => name));
  const readOutside = new Set(fields.map(({ path }) => path));
  const reported = new Set<string>();
  for (const { name, path, parts, block, offset } of inner) {
    if (roots.has(name) || reported.has(path)) continue;
    const code = "template_block_field";
    if (name === block) {
      reported.add(path);
      const text = `this.${parts.slice(1).map(nameInPath).join(".")}`;
      const what = `reads "${path}" within the block of "${block}", where a name already means a field of the current element`;
      warn({ code, what, hint: `Write {{${text}}}.`, offset, edit: { path, text } }, template);
    } else if (readOutside.has(path) && !OF_ELEMENTS.test(name)) {
      reported.add(path);
      const text = `@root.${path}`;
      const what = `reads "${path}" within the block of "${block}", where it is a field of the element; elsewhere it is a field of the event`;
      const hint = `Write {{${text}}} if you mean the field of the event.`;
      const edit = { path, text };
      warn({ code, what, hint, offset, edit, severity: "hint" }, template);
    }
  }
}

function nameInPath(name: string): string {
  return /^[\w$-]+$/.test(name) ? name : `[${name}]`;
}

interface Warning {
  readonly code: ConfigCode;
  readonly what: string;
  readonly hint: string;
  readonly severity?: Severity;
  /** The text that replaces the path at the offset. */
  readonly edit?: { readonly path: string; readonly text: string };
}

function findStray(
  { name, path }: FieldUse,
  { blockNames }: NameSurvey,
  mapping: Mapping,
): Warning | undefined {
  if (blockNames.has(name)) {
    return {
      code: "template_name_stray",
      what: `reads "${path}" outside of the block that gives the name "${name}", where it is a field of the body`,
      hint: `Move it into that block, or write {{payload.${path}}} for a field of the body.`,
    };
  }
  const isOfForEach = name === "item" || name === "index";
  if (!isOfForEach || mapping.forEach !== undefined || isField(name, mapping)) return undefined;
  return {
    code: "template_item_stray",
    what: `reads "${path}", which is a field of the body here: "${name}" exists only with "forEach"`,
    hint: `Add "forEach": "path.of.the.list", or write {{payload.${path}}} for a field of the body.`,
  };
}

/** A condition on that field shows that its author knows the field. */
function isField(name: string, { match }: Mapping): boolean {
  return JSON.stringify(match).includes(`"payload.${name}`);
}

/** Not in a partial: it sees the fields of its context, and what its call names. */
function checkPartialCalls({ partialCalls }: NameSurvey, template: CheckedTemplate): void {
  const { partials, helpers } = template.checked.templates;
  for (const { partial, names, offset } of partialCalls) {
    const definition = partials.get(partial);
    if (definition === undefined) continue;
    const use = surveyNames(definition.program, helpers).fields.find(({ name }) => names.has(name));
    if (use === undefined) continue;
    const { name, path } = use;
    const what = `calls the partial "${partial}", which reads "${path}": partials do not see the name "${name}" that the block around the call gives`;
    const hint = `Write {{> ${partial} ${name}=${name}}}.`;
    warn({ code: "template_name_stray", what, hint, offset }, template);
  }
}

function warn(
  { code, what, hint, offset, edit, severity = "warning" }: Warning & { readonly offset: number },
  { checked: { mapping, hooks }, field, source, report }: CheckedTemplate,
): void {
  const message = `The ${field} of mapping "${mapping.id}" ${what}.`;
  const path = [...mapping.configPath, ...field.split(".")];
  const found = {
    offset,
    position: positionFromOffset(source, offset),
    partial: undefined,
    edit: edit && { start: offset, end: offset + edit.path.length, text: edit.text },
  };
  const location = locateInWritten(found, { source, path, hooks });
  report(createProblem(code, path, message, { severity, hint, ...location }));
}
