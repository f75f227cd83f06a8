// What the templates of a mapping read → the lists of which only the first element is read, told as a lint.

import { keysFromPath } from "@hookwright/base";
import type { TemplateRead } from "@hookwright/template/internal";
import { createProblem, type ProblemExtras, type Report } from "../../base/index.ts";
import type { Mapping } from "../../config/index.ts";
import type { FirstOnlyList } from "../../resolve/index.ts";
import { type MappingReads, nameOfText } from "../compile-fields.ts";

export function checkFirstOnly(
  mapping: Mapping,
  reads: MappingReads,
  report: Report,
): readonly FirstOnlyList[] {
  const { forEach, transform, skip } = mapping;
  // A transform may read the rest.
  if (forEach !== undefined || transform !== undefined || skip) return NONE;
  const lists = findLists(reads);
  if (lists.length === 0) return NONE;
  reportLists(lists, { mapping, reads, report });
  return lists.map(({ steps, isFromPayload }) => ({
    name: nameOf(steps),
    keys: keysFromPath(steps),
    isFromPayload,
  }));
}

const NONE: readonly FirstOnlyList[] = [];

interface ReadList {
  /** The way to the list; none: the body itself. */
  readonly steps: readonly string[];
  readonly isFromPayload: boolean;
}

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

/** Whoever reads a place by its number, such as the second, knows what stands there. */
function hasPlace(steps: readonly string[]): boolean {
  return steps.some((step) => /^[1-9]\d*$/.test(step));
}

/** False where the whole list is read, a part around it, or another element. */
function readsFirst(steps: readonly string[], list: readonly string[]): boolean {
  const isElsewhere = list.some((step, at) => at < steps.length && steps[at] !== step);
  return isElsewhere || steps[list.length] === "0";
}

interface Lint {
  readonly mapping: Mapping;
  readonly reads: MappingReads;
  readonly report: Report;
}

/** Lists in which senders put several events into one request. */
const OF_EVENTS =
  /^(?:messages|entry|alerts|events|records|notifications|value|items|changes|data|results|deliveries|updates)$/i;

function reportLists(lists: readonly ReadList[], { mapping, reads, report }: Lint): void {
  const inner = lists.filter(({ steps }) => !lists.some((one) => isWithin(one.steps, steps)));
  const ofEvents = inner.filter(({ steps }) => OF_EVENTS.test(steps.at(-1) ?? ""));
  const [only = inner[0], ...others] = ofEvents.length > 0 ? ofEvents : inner;
  const list = only as ReadList;
  const name = nameOf(list.steps);
  const isMail = mapping.match.path === "gmail" && name === "messages";
  const forEach = pathOf(list.steps);
  const isAll = reads.text.filter(isOfBody).every(({ steps }) => startsWith(steps, list.steps));
  const canFix = forEach !== undefined && others.length === 0 && (ofEvents.length > 0 || isAll);
  const extras: ProblemExtras = {
    severity: isMail ? "warning" : "hint",
    hint: hintFor(list.steps, forEach),
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
  const message = `Mapping "${mapping.id}" reads only the first element of "${name}": where an event has more, they are dropped.`;
  const path = [...mapping.configPath, nameOfText(mapping)];
  report(createProblem("list_first_only", path, message, extras));
}

function hintFor(steps: readonly string[], forEach: string | undefined): string {
  const block = `{{#each ${steps.length === 0 ? "this" : nameOf(steps)}}}…{{/each}}`;
  return forEach === undefined
    ? `Write ${block} to show all of them.`
    : `Write "forEach": "${forEach}" for an action of each, or ${block} to show all of them in one.`;
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.length > outer.length && startsWith(inner, outer);
}

function startsWith(steps: readonly string[], start: readonly string[]): boolean {
  return start.every((step, at) => steps[at] === step);
}

/** What a path of `forEach` can hold. */
const PLAIN = /^[^\s.[\]{}$]+$/;

/** The path through all lists on the way, as `forEach` writes it; undefined where it cannot. */
function pathOf(steps: readonly string[]): string | undefined {
  const names = steps.filter((step) => step !== "0");
  if (names.length === 0) return "payload";
  return names.every((step) => PLAIN.test(step) && step !== "__proto__")
    ? names.join(".")
    : undefined;
}

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
