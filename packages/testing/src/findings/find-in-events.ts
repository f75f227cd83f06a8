// A config and events → problems that only events show: fields that they lack, values that helpers cannot read, and more.
import { hasOwnKey, isUnsafeNumber, keysFromPath, readOwn, readPath } from "@hookwright/base";
import type {
  ActionResolution,
  CompileOptions,
  ConfigPath,
  HookEvent,
  Problem,
  Resolution,
} from "@hookwright/core";
import {
  createProblem,
  findUnlikeValues,
  hintMissingList,
  listFieldReads,
  locateSpan,
} from "@hookwright/core/plan";
import { partsOfNode, type RuleNode } from "@hookwright/core/runtime";
import { DEFAULT_RENDER_LIMITS } from "@hookwright/template/runtime";
import { listRuleReads } from "../compare/rule-reads.ts";
import {
  type CoveredConfig,
  type CoveredMapping,
  createCoveredConfig,
} from "../cover/covered-config.ts";
import type { AtomLeaf } from "../cover/match-leaves.ts";
import {
  listElements,
  type Observation,
  type ObservedAnswer,
  observeEvent,
} from "../cover/observe-event.ts";
import type { RenderUnit } from "../cover/template-recorder.ts";
import {
  createTemplateFindings,
  type TemplateFinding,
  type TemplateFindings,
} from "./template-findings.ts";
import { type TemplateLocation, watchPaths } from "./watch-paths.ts";

/** Options of `findInEvents`. */
export interface FindInEventsOptions {
  readonly events: readonly HookEvent[];
  /** The options with which the config is usually compiled. */
  readonly compile?: CompileOptions;
  /** Called after each event with the number of resolved events and of all events. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Resolves the events, and reports what they show about the config: warnings if something else was probably meant, and
 * hints if the events do not cover something. Nothing is dispatched, and transforms are left out. Throws
 * `HooksConfigError` if the config does not compile.
 *
 * @example
 * ```ts
 * const problems = await findInEvents(config, { events: [event("ci", { payload: { ref: "main" } })] });
 * for (const problem of problems) console.log(problemToText(problem));
 * ```
 */
export async function findInEvents(
  config: unknown,
  { events, compile = {}, onProgress }: FindInEventsOptions,
): Promise<readonly Problem[]> {
  const findings = createTemplateFindings();
  const covered = createCoveredConfig(config, compile, (probe) => watchPaths(probe, findings));
  const observations: Observation[] = [];
  for (const event of events) {
    findings.begin(event.integersAsText ?? []);
    observations.push(await observeEvent(event, covered));
    onProgress?.(observations.length, events.length);
  }
  const problems = [
    ...findInMatches(covered, observations),
    ...findSharedKeys(covered, observations),
    ...[...findings.list(), ...findUnfilled(covered, observations, findings)].map((one) =>
      toProblem(one, covered),
    ),
  ];
  return sortProblems(problems);
}

function findUnfilled(
  { recorder }: CoveredConfig,
  observations: readonly Observation[],
  findings: TemplateFindings,
): readonly TemplateFinding[] {
  return recorder.units().flatMap((unit) => {
    if (unit.kind !== "expressions") return [];
    const reached = observations.filter((one) => one.reached.has(unit));
    const isFilled = reached.some((one) => one.exercised.has(unit));
    const place = placeOf(unit);
    if (reached.length === 0 || isFilled || findings.explains(place)) return [];
    return [describeUnfilled(unit, reached.length, findings)];
  });
}

function describeUnfilled(
  unit: RenderUnit,
  count: number,
  findings: TemplateFindings,
): TemplateFinding {
  const place = placeOf(unit);
  const events =
    count === 1 ? "the only event that reaches it" : `all ${count} events that reach it`;
  const message = `${unit.label} is empty for ${events}.`;
  const code = "template_never_filled";
  const near = findings.nearest(place);
  if (near === undefined) {
    const hint = "Look for the name in an event, or add an event that fills it.";
    return { code, severity: "hint", place, message, hint };
  }
  const { name, hint = `The event has "${name}".` } = near;
  return {
    code,
    severity: "warning",
    place: near.place,
    message,
    hint,
    ...(name && { text: name }),
  };
}

function placeOf({ path, source, span }: RenderUnit): TemplateLocation {
  return { path, source, ...span };
}

function toProblem(
  { code, severity, place, message, hint, text }: TemplateFinding,
  { hooks }: CoveredConfig,
): Problem {
  const { path, source, start, end } = place;
  const located = locateSpan({ start, end }, { source, path, hooks, text });
  return createProblem(code, path, message, { severity, hint, ...located });
}

/** Mappings by their index, then partials; within a template by position. */
function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const orderOf = ({ path }: Problem): number =>
    path[1] === "mappings" ? Number(path[2]) : Number.MAX_SAFE_INTEGER;
  const startOf = ({ templateSpan }: Problem): number => templateSpan?.start ?? -1;
  return [...problems].sort(
    (one, other) => orderOf(one) - orderOf(other) || startOf(one) - startOf(other),
  );
}

/** An action of an event, or of one element of it. */
interface KeyedAction {
  readonly taker: CoveredMapping;
  /** Keys of different hook names are different. */
  readonly key: string;
  /** The body or the element, which its templates read. */
  readonly subject: unknown;
  readonly root: "" | "item.";
}

/** Warns if different events have the same `dedupeKey`, because only the first would run. */
function findSharedKeys(
  { mappings }: CoveredConfig,
  observations: readonly Observation[],
): readonly Problem[] {
  const first = new Map<string, KeyedAction>();
  const reported = new Set<CoveredMapping>();
  const problems: Problem[] = [];
  for (const action of observations.flatMap((one) => listActions(one, mappings))) {
    const earlier = first.get(action.key);
    first.set(action.key, earlier ?? action);
    if (earlier === undefined || reported.has(action.taker) || !isWritten(action)) continue;
    const field = findDifference(earlier.subject, action.subject);
    if (field === undefined) continue;
    reported.add(action.taker);
    problems.push(describeShared(action, `${action.root}${field}`));
  }
  return problems;
}

/** A user cannot change the key of a preset. */
function isWritten({ taker }: KeyedAction): boolean {
  return taker.mapping.configPath[1] === "mappings";
}

function listActions(
  observation: Observation,
  mappings: readonly CoveredMapping[],
): readonly KeyedAction[] {
  return [...observation.takers].flatMap(([place, { elements }]) => {
    const mapping = mappings[place];
    return mapping === undefined ? [] : listActionsOf(mapping, elements, observation);
  });
}

function listActionsOf(
  mapping: CoveredMapping,
  elements: readonly ObservedAnswer[],
  { view, resolution }: Observation,
): readonly KeyedAction[] {
  const keyed = (one: Resolution, found: Pick<KeyedAction, "subject" | "root">) => {
    const { dedupeKey } = one as Partial<ActionResolution>;
    if (dedupeKey === undefined) return [];
    return [{ taker: mapping, key: JSON.stringify([view.path, dedupeKey]), ...found }];
  };
  const { forEach } = mapping.compiled;
  const { id } = mapping.mapping;
  const isOfSeveral = resolution.outcome === "batch" && resolution.mappingIds !== undefined;
  const own = isOfSeveral
    ? resolution.elements.filter((one) => one.resolution.mappingId === id)
    : undefined;
  if (forEach === undefined) {
    const one = own === undefined ? resolution : own[0]?.resolution;
    return one === undefined ? [] : keyed(one, { subject: view.payload, root: "" });
  }
  const found = listElements(view.payload, forEach);
  if (found === undefined) return [];
  // A batch of one is resolved as its element.
  const chosen = Math.max(
    elements.findIndex(({ isMatch }) => isMatch),
    0,
  );
  const results =
    own?.map((one) => ({ index: one.element ?? chosen, resolution: one.resolution })) ??
    (resolution.outcome === "batch" ? resolution.elements : [{ index: chosen, resolution }]);
  return results.flatMap(({ index, resolution: one }) =>
    keyed(one, { subject: found[index]?.item, root: "item." }),
  );
}

function describeShared({ taker: { mapping } }: KeyedAction, field: string): Problem {
  const message = `Two events that differ in "${field}" have the same dedupeKey: only the first would run, because the other counts as a repeat.`;
  const key = mapping.dedupeKey as string;
  const hint = `Add a field that distinguishes them, such as "dedupeKey": ${JSON.stringify(`${key}:{{${field}}}`)}.`;
  const path = [...mapping.configPath, "dedupeKey"];
  return createProblem("dedupe_key_shared", path, message, { severity: "warning", hint });
}

/** Fields that a sender changes when it sends the same event again. */
const OF_DELIVERY =
  /deliver|attempt|retr(?:y|ies)|(?:sent|received|published)_?(?:at|on|time)|publish_?time|timestamp|nonce|request_?id|trace/i;

/** Names of fields that identify events. */
const TELLING = /(?:^|[._])(?:\w*id|number|action|status|state|version|sequence|type|event)$/i;

/** The path of a field that differs, preferably one that identifies events. */
function findDifference(one: unknown, other: unknown): string | undefined {
  const paths = listDifferences(one, other, "");
  return paths.find((path) => TELLING.test(path)) ?? paths[0];
}

function listDifferences(one: unknown, other: unknown, path: string): readonly string[] {
  if (isObject(one) && isObject(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys.flatMap((key) => {
      if (OF_DELIVERY.test(key)) return [];
      const at = Array.isArray(one) ? `${path}[${key}]` : `${path}${path && "."}${nameOf(key)}`;
      return hasOwnKey(one, key) && hasOwnKey(other, key)
        ? listDifferences(readOwn(one, key), readOwn(other, key), at)
        : [at];
    });
  }
  return Object.is(one, other) ? [] : [path];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A name with special characters is in brackets. */
function nameOf(key: string): string {
  return /^[\w-]+$/.test(key) ? key : `[${key}]`;
}

/** Skips mappings of presets, which users cannot change. */
function findInMatches(
  { mappings }: CoveredConfig,
  observations: readonly Observation[],
): readonly Problem[] {
  return mappings.flatMap((one, place) => {
    if (one.mapping.configPath[1] !== "mappings") return [];
    const taken = observations.filter(({ takers }) => takers.has(place));
    const tried = observations.filter((observation) => observation.tried.has(place));
    const answers = observations.flatMap((observation) => observation.tried.get(place) ?? []);
    const ofElements = taken.flatMap(({ takers }) => takers.get(place)?.elements ?? []);
    return [
      ...findMissingList(one, taken),
      ...findMissingFields(one, place, observations),
      ...(taken.length === 0 ? [describeUntaken(one, tried.length)] : []),
      ...one.leaves.flatMap((leaf, index) => {
        if (leaf.kind !== "atom") return [];
        return [
          ...findConstant(leaf, answersAt(answers, index), "events"),
          ...findLong(leaf, tried),
        ];
      }),
      ...one.elementLeaves.flatMap((leaf, index) =>
        findConstant(leaf, answersAt(ofElements, index), "elements"),
      ),
    ];
  });
}

function describeUntaken({ mapping }: CoveredMapping, tried: number): Problem {
  const seen = tried === 0 ? "none reached it" : `it was tried with ${tried}`;
  return createProblem(
    "mapping_without_event",
    mapping.configPath,
    `Mapping "${mapping.id}" takes no event: ${seen}.`,
    { severity: "hint", hint: "Add an event that it takes: its text was not checked." },
  );
}

function answersAt(answers: readonly ObservedAnswer[], index: number): readonly boolean[] {
  return answers.map(({ vector }) => vector[index]).filter((answer) => answer !== undefined);
}

/** One event says nothing about others. */
function findConstant(
  { path, label }: AtomLeaf,
  answers: readonly boolean[],
  what: string,
): readonly Problem[] {
  const [first, ...others] = answers;
  if (first === undefined || others.length === 0) return [];
  if (others.some((answer) => answer !== first)) return [];
  const message = `${label} is ${first} for all ${answers.length} ${what} that it was tried with.`;
  const hint = `Add an event for which it is ${!first}, or remove the condition.`;
  return [createProblem("condition_never_changes", path, message, { severity: "hint", hint })];
}

function findLong(
  { path, label, atom }: AtomLeaf,
  observations: readonly Observation[],
): readonly Problem[] {
  const paths = listRuleReads(atom).map((name) => name.split("."));
  const isRead = observations.some(({ event, view }) =>
    paths.some(([root, ...steps]) => {
      if (root !== "payload") return false;
      const value = readPath(view.payload, keysFromPath(steps));
      return isUnsafeNumber(value) || event.integersAsText?.includes(value as string) === true;
    }),
  );
  if (!isRead) return [];
  return [
    createProblem(
      "integer_too_long",
      path,
      `${label} reads an integer beyond 2^53, which a number cannot hold.`,
      {
        severity: "hint",
        hint: ordersValues(atom) ? HINT_OF_ORDER : HINT_OF_EQUALITY,
      },
    ),
  ];
}

const HINT_OF_ORDER =
  "It is read as a text with all of its digits, and such texts are ordered like numbers. Write a limit of 16 digits or more in quotation marks.";

const HINT_OF_EQUALITY =
  "It is read as a text with all of its digits, and only equals the same text: write the other value in quotation marks.";

const ORDERS: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

function ordersValues(rule: RuleNode): boolean {
  const isOrder = rule.kind === "call" && ORDERS.has(rule.operator);
  return isOrder || partsOfNode(rule).some(ordersValues);
}

/** Warns if every event lacks the list, or has another value. An empty list counts. `taken` are the events of the mapping. */
function findMissingList(
  { mapping, compiled: { forEach } }: CoveredMapping,
  taken: readonly Observation[],
): readonly Problem[] {
  const isMissing = ({ resolution }: Observation): boolean =>
    resolution.outcome === "handled" && resolution.list === "missing";
  const isOther = ({ resolution }: Observation): boolean =>
    resolution.outcome === "refused" &&
    resolution.refusal.code === "invalid_payload" &&
    resolution.mappingId === mapping.id;
  if (forEach === undefined || taken.length === 0) return [];
  const areOther = taken.every(isOther);
  if (!areOther && !taken.every(isMissing)) return [];
  const message = areOther
    ? `"${forEach.path}" is not a list in any event: every event is refused with a 400.`
    : `No event has the list "${forEach.path}": every event is dropped with a 204.`;
  const hints = taken.flatMap(({ view }) => hintMissingList(view.payload, forEach) ?? []);
  const hint = hints[0] ?? "Look for the list in an event, or add an event that has it.";
  const path = [...mapping.configPath, "forEach"];
  return [createProblem("for_each_list_missing", path, message, { severity: "warning", hint })];
}

/** Warns of fields that no event has if a similar one exists, and of comparisons of two types. */
function findMissingFields(
  { mapping, compiled: { rule, forEach } }: CoveredMapping,
  place: number,
  observations: readonly Observation[],
): readonly Problem[] {
  const { configPath } = mapping;
  const { when, not } = rule;
  const asked = observations.filter(({ tried }) => tried.has(place));
  const views = asked.map(({ view }) => view);
  const elements = observations.flatMap(({ takers }) => takers.get(place)?.subjects ?? []);
  const conditions = [
    { condition: when, path: ["match", "when"], subjects: views },
    { condition: not?.when, path: ["match", "not", "when"], subjects: views },
    { condition: forEach?.when, path: ["forEach", "when"], subjects: elements },
  ];
  return conditions.flatMap(({ condition, path, subjects }) =>
    condition === undefined ? [] : check(condition.tree, [...configPath, ...path], subjects),
  );
}

function check(
  tree: RuleNode,
  rulePath: ConfigPath,
  subjects: Parameters<typeof listFieldReads>[1],
): readonly Problem[] {
  const sights = listFieldReads(tree, subjects, DEFAULT_RENDER_LIMITS);
  const words = new Map(
    subjects
      .flatMap((subject) => findUnlikeValues(tree, subject, DEFAULT_RENDER_LIMITS))
      .map((word) => [JSON.stringify(word), word] as const),
  );
  const compared = [...words.values()].map((word) => {
    const { message, hint, at } = word;
    const path = [...rulePath, ...at];
    return createProblem("condition_compares_text", path, message, { severity: "warning", hint });
  });
  const missing = sights.flatMap(({ field, isThere, isOptional, hint, meant }) => {
    if (isThere || hint === undefined || (isOptional && meant === "near name")) return [];
    const message = `No event has ${field.name}, which the condition reads.`;
    const path = [...rulePath, ...field.at];
    return [createProblem("condition_field_missing", path, message, { severity: "warning", hint })];
  });
  return [...missing, ...compared];
}
