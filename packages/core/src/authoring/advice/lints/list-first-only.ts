// The lists of which the templates of a mapping read only the first element → a lint, with `forEach` as its change.

import { pathFromSteps } from "@hookwright/base";
import type { TemplateRead } from "@hookwright/template/runtime";
import { createProblem, type ProblemExtras, type Report } from "../../../model/index.ts";
import { nameOfText } from "../../../serving/link/index.ts";
import type { FirstOnlyList } from "../../../serving/resolve/index.ts";
import type { CheckedMapping } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";

export const CODES: CodeRows = {
  list_first_only: {
    meaning: "A mapping reads the first element of a list only.",
    wrong: 'match: { path: gmail }\nmessageTemplate: "{{messages[0].subject}}"',
    right: 'match: { path: gmail }\nforEach: messages\nmessageTemplate: "{{messages[0].subject}}"',
    say: "Senders put several events into one list. With `forEach`, each becomes an action, and `messages[0]` is the current one; `{{#each messages}}` shows all in one action. If you only want the first, ignore this. It is a warning for mails of the path `gmail`, else a hint.",
  },
};

/** Lists in which senders put several events into one request. */
const OF_EVENTS =
  /^(?:messages|entry|alerts|events|records|notifications|value|items|changes|data|results|deliveries|updates)$/i;

export function check(
  { mapping, compiled: { firstOnly: lists }, reads }: CheckedMapping,
  report: Report,
): void {
  if (lists.length === 0) return;
  const inner = lists.filter(({ steps }) => !lists.some((one) => isWithin(one.steps, steps)));
  const ofEvents = inner.filter(({ steps }) => OF_EVENTS.test(steps.at(-1) ?? ""));
  const [only = inner[0], ...others] = ofEvents.length > 0 ? ofEvents : inner;
  const list = only as FirstOnlyList;
  const { name } = list;
  const isMail = mapping.match.path === "gmail" && name === "messages";
  const forEach = pathOf(list.steps);
  const isAll = reads.text.filter(isOfBody).every(({ steps }) => startsWith(steps, list.steps));
  const isKnown = !OTHER_ROOT.test(list.steps[0] ?? "");
  const canFix =
    isKnown && forEach !== undefined && others.length === 0 && (ofEvents.length > 0 || isAll);
  const extras: ProblemExtras = {
    severity: isMail ? "warning" : "hint",
    hint: hintFor(list, forEach),
    ...(canFix && {
      change: {
        kind: "add",
        path: mapping.configPath,
        key: "forEach",
        value: forEach,
        // Its mails come in a list, and each of them is one event.
        safe: isMail,
      },
    }),
  };
  const message = `Mapping "${mapping.id}" reads only the first element of "${name}": further elements of an event are dropped.`;
  const path = [...mapping.configPath, nameOfText(mapping)];
  report(createProblem("list_first_only", path, message, extras));
}

/** Names of the body in other tools; a sender may have a field of that name as well. */
const OTHER_ROOT = /^(?:body|\$json|\$body|event|request|input)$/;

function hintFor({ steps, name }: FirstOnlyList, forEach: string | undefined): string {
  const [first = "", ...rest] = steps;
  if (forEach !== undefined && OTHER_ROOT.test(first)) {
    // A part of a path that forEach can write.
    const list = pathOf(rest) as string;
    const read = list === "payload" ? "{{payload[0].…}}" : `{{${list}[0].…}}`;
    return `"${first}" is a field of the body here. Where the body has none, write ${read} in place of {{${name}[0].…}}, and "forEach": "${list}"; where it has one, "forEach": "${forEach}".`;
  }
  const block = `{{#each ${steps.length === 0 ? "this" : name}}}…{{/each}}`;
  return forEach === undefined
    ? `Write ${block} to show all of them.`
    : `Write "forEach": "${forEach}" for one action per element, or ${block} to show all of them in one.`;
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.length > outer.length && startsWith(inner, outer);
}

function startsWith(steps: readonly string[], start: readonly string[]): boolean {
  return start.every((step, at) => steps[at] === step);
}

/** The path through all lists on the way, as `forEach` writes it; undefined if it cannot. */
function pathOf(steps: readonly string[]): string | undefined {
  const names = steps.filter((step) => step !== "0");
  if (names.length === 0) return "payload";
  return names.includes("__proto__") ? undefined : pathFromSteps(names);
}

function isOfBody({ root, exact }: TemplateRead): boolean {
  return root === "payload" && exact;
}
