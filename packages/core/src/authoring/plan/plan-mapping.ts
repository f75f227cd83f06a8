// A normalized mapping → its plan: the trees of its rules and templates, constants, and facts about what is read.

import { parsePath } from "@hookwright/base";
import { PROVIDERS } from "@hookwright/signatures/plan";
import type { CompiledTemplate, TemplateRead } from "@hookwright/template/runtime";
import { compiledFields } from "../../generated/action-records.ts";
import { TEMPLATED_FIELDS } from "../../generated/field-lists.ts";
import { mappingSettings } from "../../generated/mapping-settings.ts";
import type { ConfigPath, MatchClauses } from "../../model/index.ts";
import { createProblem } from "../../model/index.ts";
import type {
  FirstOnlyPlan,
  ForEachPlan,
  MappingPlan,
  MatchPlan,
} from "../../serving/link/index.ts";
import type { RuleNode } from "../../serving/match/index.ts";
import type { Origin } from "../../serving/resolve/index.ts";
import { adviseRules, type MappingReads } from "../advice/index.ts";
import { type ForEach, MAIL_PATH, type Mapping } from "../config/index.ts";
import { MAPPING_LINTS } from "../generated/mapping-lints.ts";
import {
  type ForeignStep,
  findForeignStep,
  nameField,
  type RuleReport,
  readRule,
} from "../rules/index.ts";
import type { PlanContext } from "./plan-context.ts";
import { type PlannedTemplate, planFields, readsPayload } from "./plan-fields.ts";
import { planRespond } from "./plan-respond.ts";

export function planMapping(mapping: Mapping, context: PlanContext): MappingPlan {
  const { configPath, auth, coalesce, preset, rateLimit, transform } = mapping;
  const { text, dedupeKey, coalesceKey, channelReports, instructions, fields, reads } = planFields(
    mapping,
    context,
  );
  const { sessionKey, agentId, to, accountId, model } = fields;
  const answer = planRespond(mapping, context);
  const match = planMatch(mapping.match, [...configPath, "match"], adviseRules(context.report));
  const forEach = planForEach(mapping, context);
  const taintedFields = TEMPLATED_FIELDS.filter((name) => isTainted(fields[name], mapping));
  const plan: MappingPlan = {
    id: mapping.id,
    configPath,
    ...(preset !== undefined && { preset }),
    action: mapping.action,
    ...mappingSettings(mapping),
    match,
    ...(auth !== undefined && { auth: { id: auth.id, orToken: auth.orToken } }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(answer !== undefined && { answer }),
    ...(forEach !== undefined && { forEach }),
    ...(dedupeKey !== undefined && { dedupeKey: dedupeKey.tree }),
    ...(coalesce !== undefined &&
      coalesceKey !== undefined && { coalesce: { ...coalesce, key: coalesceKey.tree } }),
    ...(channelReports.length > 0 && { channelReports }),
    ...(text !== undefined && { text: text.tree }),
    ...(instructions !== undefined && { instructions: instructions.tree }),
    fields: compiledFields<PlannedTemplate, PlannedTemplate["tree"]>(fields, {
      template: (_name, planned) => planned?.tree,
      channel: (name) => name,
    }),
    ...(transform !== undefined && { transform }),
    origins: {
      text: originOf(text, mapping),
      sessionKey: hasLiteralStart(sessionKey) ? "operator" : originOf(sessionKey, mapping),
      agentId: originOf(agentId, mapping),
      to: originOf(to, mapping),
      accountId: originOf(accountId, mapping),
      model: originOf(model, mapping),
    },
    firstOnly: findFirstOnly(mapping, reads),
    taintedFields,
  };
  checkLastingSession(mapping, context);
  checkLateSession(mapping, context);
  const linked = compiledFields<PlannedTemplate, CompiledTemplate>(fields, {
    template: (_name, planned) => planned?.template,
    channel: (name) => name,
  });
  const { hooks, templates } = context;
  const compiled = { ...plan, fields: linked };
  const { foreign } = context;
  const checked = { mapping, compiled, reads, hooks, templates, policies: context, foreign };
  for (const check of MAPPING_LINTS) check(checked, context.report);
  return plan;
}

/** Not as in JSONPath, where "$" is the payload. A name that is not valid in a path is written in brackets. */
const LIST_PATH =
  /^(?!\$[.[]|\[\d+\])(?:[^\s.[\]{}]+|\["[^"]+"\]|\['[^']+'\]|\[[^\]"']+\])(?:\.[^\s.[\]{}]+|\[\d+\]|\.?\["[^"]+"\]|\.?\['[^']+'\]|\.\[[^\]"']+\])*$/;

function planForEach(mapping: Mapping, context: PlanContext): ForEachPlan | undefined {
  const { id, configPath, forEach, match } = mapping;
  if (forEach === undefined) return undefined;
  const { path, takesFirst, atomic, parse, single } = forEach;
  const written = LIST_PATH.test(path) ? parsePath(path) : undefined;
  // `__proto__` is never read.
  if (written === undefined || written.includes("__proto__")) {
    const message = `forEach of mapping "${id}" is not the path of a list in the payload.`;
    context.report(
      createProblem("for_each_path", [...configPath, "forEach"], message, hintListPath(path)),
    );
    return undefined;
  }
  if (FOREIGN_ROOT.test(path) || findForeignStep(path) !== undefined) {
    const message = `forEach of mapping "${id}" is written as in another tool: "${path}" is taken by its names, which no event has.`;
    const extras = { severity: "warning", ...hintListPath(path) } as const;
    context.report(createProblem("for_each_path", [...configPath, "forEach"], message, extras));
  }
  const steps = withoutPayloadField(written, mapping);
  const isFromPayload = steps[0] === "payload";
  const when = planElementRule(forEach, [...configPath, "forEach", "when"], context);
  return {
    path,
    steps: isFromPayload ? steps.slice(1) : steps,
    isFromPayload,
    ...(when !== undefined && { when }),
    takesFirst,
    atomic,
    parse,
    single,
    isSliced: match.path === MAIL_PATH && !takesFirst,
  };
}

function hintListPath(path: string): { readonly hint: string } {
  const inner = /^\s*=?\$?\{\{\s*([^{}]*?)\s*\}\}\s*$/.exec(path)?.[1] ?? path;
  const other = hintOtherList(inner);
  if (other !== undefined) return { hint: other };
  const named = nameList(inner) ?? inner;
  const written = findForeignStep(path);
  const step = written?.is === "any depth" ? written : findForeignStep(named);
  if (step !== undefined) return { hint: HINTS_OF_STEPS[step.is](step) };
  const isRead = LIST_PATH.test(named) && named !== path;
  return {
    hint: isRead
      ? `Write "${named}".`
      : 'Write a path such as "messages" or "data.items", without braces and "$". Write a name with a dot or a space in brackets: data.[my.items].',
  };
}

function nameList(path: string): string | undefined {
  const inner = /^(?:this|@root|@)\.(?=.)(.*)$/.exec(path)?.[1];
  return inner ?? nameField(path)?.replace(/^payload\.(?=.)/, "");
}

/** The body itself, in jq, JSONPath and templates. */
const BODY = /^(?:\.|\.\[\]|\$|\$\[\*\]|@|this)$/;

/** `items | first` of a filter, `.items[]` of jq, `range .items` of Go. */
function hintOtherList(path: string): string | undefined {
  if (BODY.test(path.trim())) return 'Write "payload".';
  const first = /^(.*\S)\s*\|\s*first\b/.exec(path)?.[1];
  if (first !== undefined && LIST_PATH.test(first)) {
    return `Write { "path": "${first}", "limit": "first" }.`;
  }
  const [, list, every] = /^\s*(?:range\s+)?(\.[A-Za-z_][\w.-]*)(\[\])?\s*$/.exec(path) ?? [];
  const named = list === undefined ? undefined : nameList(list);
  if (named === undefined) return undefined;
  return every === undefined
    ? `Write "${named}".`
    : `Write "${named}": all elements of each list on the path are taken.`;
}

const HINTS_OF_STEPS: Readonly<Record<ForeignStep["is"], (step: ForeignStep) => string>> = {
  "every element": ({ without }) =>
    without === undefined || !LIST_PATH.test(without)
      ? "Write the path of the list: all elements of each list on the path are taken."
      : `Write "${without}": all elements of each list on the path are taken.`,
  "any depth": () => "Write the whole path to the list.",
  choice: ({ before }) =>
    `Write { "path": "${before.replace(/\.$/, "")}", "when": … }, where "when" is a condition on "item".`,
  "from the end": ({ before }) =>
    `No path counts from the end. For the last element alone remove "forEach", and write {{#with (last ${before})}}…{{/with}} in the template.`,
};

/** Names of other tools, which the body of a sender does not have. */
const FOREIGN_ROOT = /^(?:\$(?:json|body|request|input)?|@(?:root)?|this)(?=[.[]|$)/;

/** The field of a form whose JSON is the payload is gone when the list is looked for: its name is the payload's. */
function withoutPayloadField(steps: readonly string[], { auth, body }: Mapping): readonly string[] {
  const [first, ...rest] = steps;
  if (auth === undefined || auth.written === "none") return steps;
  const provider = auth.written.provider?.trim();
  const field = PROVIDERS.find(({ id }) => id === provider)?.payloadField;
  const isForm = body === undefined || body.format === "form" || body.format === "multipart";
  return isForm && field !== undefined && first === field ? ["payload", ...rest] : steps;
}

function planElementRule(
  { when }: ForEach,
  configPath: ConfigPath,
  { report }: PlanContext,
): RuleNode | undefined {
  if (when === undefined) return undefined;
  return readRule(when, { scope: "item", configPath, report: adviseRules(report) });
}

function originOf(template: PlannedTemplate | undefined, mapping: Mapping): Origin {
  return isTainted(template, mapping) ? "template" : "operator";
}

function isTainted(planned: PlannedTemplate | undefined, mapping: Mapping): boolean {
  return planned !== undefined && readsPayload(planned.template, mapping);
}

/** With literal text in front, payload values cannot choose whose session a key names. */
function hasLiteralStart(planned: PlannedTemplate | undefined): boolean {
  return planned !== undefined && planned.template.literalPrefix.trim() !== "";
}

export function planMatch(
  { path, source, headers, query, when, not }: MatchClauses,
  configPath: ConfigPath,
  report: RuleReport,
): MatchPlan {
  return {
    ...(path !== undefined && { path }),
    ...(source !== undefined && { source }),
    headers,
    query,
    ...(when !== undefined && {
      when: readRule(when, { configPath: [...configPath, "when"], report }),
    }),
    ...(not !== undefined && { not: planMatch(not, [...configPath, "not"], report) }),
  };
}

/** The lists of which the templates read only the first element. */
function findFirstOnly(
  { forEach, transform, skip }: Mapping,
  reads: MappingReads,
): readonly FirstOnlyPlan[] {
  // A transform may read the rest.
  if (forEach !== undefined || transform !== undefined || skip) return NONE;
  return findLists(reads).map(({ steps, isFromPayload }) => ({
    name: nameOf(steps),
    steps,
    isFromPayload,
  }));
}

const NONE: readonly FirstOnlyPlan[] = [];

type ReadList = Pick<FirstOnlyPlan, "steps" | "isFromPayload">;

/** The outer lists come before those within. */
function findLists({ text, all }: MappingReads): readonly ReadList[] {
  const read = all.filter(isOfBody);
  const found = new Map<string, ReadList>();
  for (const { steps, yields = false } of text.filter(isOfBody)) {
    for (const [at, step] of steps.entries()) {
      const list = { steps: steps.slice(0, at), isFromPayload: yields };
      const isFirst =
        step === "0" &&
        !hasPlace(list.steps) &&
        read.every((one) => readsFirst(one.steps, list.steps));
      if (isFirst) found.set(JSON.stringify(list.steps), list);
    }
  }
  return [...found.values()];
}

function isOfBody({ root, exact }: TemplateRead): boolean {
  return root === "payload" && exact;
}

/** A template that reads another position by its number, such as the second, is meant for a list of fixed positions. */
function hasPlace(steps: readonly string[]): boolean {
  return steps.some((step) => /^[1-9]\d*$/.test(step));
}

/** False where the whole list is read, a part around it, or another element. */
function readsFirst(steps: readonly string[], list: readonly string[]): boolean {
  const isElsewhere = list.some((step, at) => at < steps.length && steps[at] !== step);
  return isElsewhere || steps[list.length] === "0";
}

/** What a name in a path can be without brackets. */
const PLAIN = /^[^\s.[\]{}$]+$/;

function nameOf(steps: readonly string[]): string {
  if (steps.length === 0) return "payload";
  return steps
    .map((step, at) => {
      if (step === "0") return "[0]";
      const name = PLAIN.test(step) ? step : `[${step}]`;
      return at === 0 ? name : `.${name}`;
    })
    .join("");
}

/** Each event would begin a conversation that no other continues. A transform can still give a key. */
function checkLastingSession(mapping: Mapping, context: PlanContext): void {
  const { configPath: path, fields, action } = mapping;
  if (fields.sessionMode !== "persistent" || action !== "agent" || mapping.skip) return;
  if (mapping.transform !== undefined || context.isIncomplete(path, ["sessionKey"])) return;
  const key = fields.sessionKey ?? context.hooks.defaultSessionKey?.trim();
  if (key !== undefined && !CHANGES_ALWAYS.test(key)) return;
  const why = key === undefined ? "no session key" : "a session key with the time of the event";
  const message = `Mapping "${mapping.id}" has "sessionMode": "persistent" and ${why}, so that no two events share a session.`;
  const hint =
    'Write a "sessionKey" of what the events of one conversation have in common, such as "hook:ci:{{branch}}".';
  const code = key === undefined ? "missing_key" : "invalid_value";
  context.report(createProblem(code, [...path, "sessionKey"], message, { hint }));
}

/** Heartbeats are turns of the main session: nothing would ever take the event. A transform can still change both. */
function checkLateSession(
  { configPath, fields, action, skip, transform, id }: Mapping,
  { report }: PlanContext,
): void {
  if (action !== "wake" || skip || transform !== undefined) return;
  if (fields.sessionKey === undefined || fields.wakeMode === "now") return;
  const message = `Mapping "${id}" is a wake with a "sessionKey" and "wakeMode": "next-heartbeat", and heartbeats are turns of the main session alone.`;
  const hint = 'Write "wakeMode": "now", or remove the "sessionKey".';
  report(createProblem("invalid_value", [...configPath, "sessionKey"], message, { hint }));
}

/** A part of it, such as the day in `{{date now 'YYYY-MM-DD'}}`, is shared by many events. */
const CHANGES_ALWAYS = /\{\{\{?\s*now\s*\}?\}\}/;
