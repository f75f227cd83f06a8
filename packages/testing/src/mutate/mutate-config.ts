// A config → its mutants: the same config with one thing changed, in the order of the config.
import { readPath, removeValue, setValue, stripOuterSlashes } from "@hookwright/base";
import type {
  ConfigPath,
  HookEvent,
  HooksInput,
  HookwrightConfig,
  MappingInput,
  MatchInput,
} from "@hookwright/core";
import {
  createProblemList,
  LOCKABLE_FIELDS,
  listPartials,
  type Operation,
  parseConfig,
  readOperation,
  ruleToJson,
  TEMPLATED_FIELDS,
} from "@hookwright/core/plan";
import type { TextSpan } from "@hookwright/template/runtime";
import { applySourceEdits, changesOfTemplate } from "./changes-of-template.ts";
import { createSiblingFinder } from "./find-sibling.ts";
import type { MappingMutant, Mutant, MutationOperator, PartialMutant } from "./model.ts";

/** Options of `mutateConfig`. */
export interface MutateConfigOptions {
  /** Events that a mapping takes, for `expr-sibling`. Default: none. */
  readonly samplesOf?: (mappingId: string) => readonly HookEvent[];
  /** Whether lines of literal text are also dropped. Default: false. */
  readonly text?: boolean;
}

/**
 * The mutants of a valid config; none for an invalid one. First those of mappings, then those of partials. Mappings of
 * presets are not mutated.
 *
 * @example
 * ```ts
 * for (const { operator, path, label } of mutateConfig(config)) console.log(operator, path.join("."), label);
 * ```
 */
export function mutateConfig(
  config: unknown,
  { samplesOf = () => [], text = false }: MutateConfigOptions = {},
): readonly Mutant[] {
  const written = parseConfig(config, createProblemList().report) as HookwrightConfig | undefined;
  const hooks = written?.hooks ?? {};
  const { mappings = [] } = hooks;
  const ofMappings = mappings.flatMap((mapping, place) => {
    const mappingId = idOf(mapping, place);
    const path = ["hooks", "mappings", place];
    const found = [
      ...mutateMatch(mapping),
      ...mutateConditions(mapping),
      ...mutateTemplates(mapping, samplesOf(mappingId), text),
      ...mutateFields(mapping),
    ];
    const base = { mappingId, place, path };
    const next = findNext(mappings, place);
    return [
      { ...base, operator: "mapping-remove", label: "is gone", edit: { kind: "remove" } },
      ...(next === undefined ? [] : [swap(base, mappings, next)]),
      ...found.map(({ mapping: changed, path: within, ...one }): MappingMutant => {
        const edit = { kind: "replace", mapping: changed } as const;
        return { ...base, ...one, path: [...path, ...within], edit };
      }),
    ] satisfies readonly MappingMutant[];
  });
  return [...ofMappings, ...mutatePartials(hooks, text)];
}

export function idOf({ id }: MappingInput, place: number): string {
  return id?.trim() ?? `mapping-${place + 1}`;
}

function swap(
  base: Pick<MappingMutant, "mappingId" | "place" | "path">,
  mappings: readonly MappingInput[],
  next: number,
): MappingMutant {
  const label = `behind ${idOf(mappings[next] as MappingInput, next)}`;
  return { ...base, operator: "mapping-swap", label, edit: { kind: "swap", with: next } };
}

/** The next mapping for the same hook name. */
function findNext(mappings: readonly MappingInput[], place: number): number | undefined {
  const nameOf = (mapping: MappingInput | undefined) =>
    stripOuterSlashes(mapping?.match?.path?.trim() ?? "");
  const name = nameOf(mappings[place]);
  const found = mappings.findIndex((one, at) => at > place && nameOf(one) === name);
  return found === -1 ? undefined : found;
}

/** A mapping → the same with one thing changed in one of its conditions. */
function mutateConditions(mapping: MappingInput): readonly FoundMutant[] {
  const { match = {}, forEach } = mapping;
  const rules = [
    ...rulesOf(match, ["match"]),
    ...(typeof forEach === "object" && forEach.when !== undefined
      ? [{ rule: forEach.when, path: ["forEach", "when"] }]
      : []),
  ];
  return rules.flatMap(({ rule, path }) =>
    [...mutateRule(rule, path)].map(({ operator, path, before, after }) => ({
      operator,
      path,
      label: `${ruleToJson(before)} → ${ruleToJson(after)}`,
      mapping: replaceAt(mapping, path, after),
    })),
  );
}

interface FoundRule {
  readonly rule: unknown;
  readonly path: ConfigPath;
}

function rulesOf({ when, not }: MatchInput, path: ConfigPath): readonly FoundRule[] {
  return [
    ...(when === undefined ? [] : [{ rule: when, path: [...path, "when"] }]),
    ...(not === undefined ? [] : rulesOf(not, [...path, "not"])),
  ];
}

interface RuleChange {
  readonly operator: MutationOperator;
  readonly path: ConfigPath;
  readonly before: unknown;
  readonly after: unknown;
}

const OTHER_JOIN: Readonly<Record<string, string>> = { and: "or", or: "and" };

const OTHER_COMPARISON: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "===": "!==",
  "!==": "===",
  ">": ">=",
  ">=": ">",
  "<": "<=",
  "<=": "<",
};

/** Operators that only join what other operators say. */
const JOINS: ReadonlySet<string> = new Set(["and", "or", "!", "!!", "if", "?:"]);

/** A rule whose truth decides, so that it can be negated. Its parts may be other values. */
function* mutateRule(rule: unknown, path: ConfigPath): Generator<RuleChange> {
  const operation = readOperation(rule);
  if (operation === undefined) {
    yield* mutateLiteral(rule, path);
    return;
  }
  const { name } = operation;
  if (name !== "!" && name !== "!!") {
    yield { operator: "cond-negate", path, before: rule, after: { "!": [rule] } };
  }
  yield* mutateOperation(rule, operation, path, JOINS.has(name));
}

function* mutateOperation(
  rule: unknown,
  operation: Operation,
  path: ConfigPath,
  isJoin: boolean,
): Generator<RuleChange> {
  for (const [operator, after] of changesOf(operation)) {
    yield { operator, path, before: rule, after };
  }
  const { name, args, isList } = operation;
  for (const [index, arg] of args.entries()) {
    const at = isList ? [...path, name, index] : [...path, name];
    if (name === "var" && index === 0) yield* mutateName(arg, at);
    else yield* isJoin ? mutateRule(arg, at) : mutateValue(arg, at);
  }
}

/** Another operator, or one operand less. */
function changesOf({ name, args }: Operation): readonly (readonly [MutationOperator, unknown])[] {
  const comparison = Object.hasOwn(OTHER_COMPARISON, name) ? OTHER_COMPARISON[name] : undefined;
  if (comparison !== undefined) return [["cond-compare", { [comparison]: args }]];
  const join = Object.hasOwn(OTHER_JOIN, name) ? OTHER_JOIN[name] : undefined;
  if (join === undefined || args.length < 2) return [];
  const drops = args.map((_, index) => ({ [name]: args.filter((_, at) => at !== index) }));
  return [["cond-join", { [join]: args }], ...drops.map((rule) => ["cond-drop", rule] as const)];
}

function* mutateValue(value: unknown, path: ConfigPath): Generator<RuleChange> {
  const operation = readOperation(value);
  if (operation !== undefined) yield* mutateOperation(value, operation, path, false);
  else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* mutateValue(one, [...path, index]);
  } else yield* mutateLiteral(value, path);
}

function* mutateLiteral(before: unknown, path: ConfigPath): Generator<RuleChange> {
  const operator = "cond-value";
  if (typeof before === "string") yield { operator, path, before, after: `${before}~` };
  if (typeof before === "boolean") yield { operator, path, before, after: !before };
  if (typeof before !== "number") return;
  yield { operator, path, before, after: before + 1 };
  yield { operator, path, before, after: before - 1 };
}

/** Changes the last name of the path; a root alone stays, because it would become invalid. */
function* mutateName(before: unknown, path: ConfigPath): Generator<RuleChange> {
  if (typeof before !== "string" || !/[^.]\.[^.]*[^.\]]$/.test(before)) return;
  yield { operator: "cond-path", path, before, after: `${before}~` };
}

/** Fields that protect: without them, the agent gets other instructions, or a decision of the operator changes. */
const GUARDS: readonly ConfigPath[] = [
  ["instructions"],
  ["transform", "lock"],
  ["forEach", "atomic"],
  ["skip"],
];

/** Cases cannot observe what servers do before or after a mapping: `auth`, `body`, `respond`, limits. */
const OPTIONAL: readonly ConfigPath[] = [
  ...LOCKABLE_FIELDS.map((name) => [name]),
  ["dedupeKey"],
  ["coalesce"],
  ["forEach"],
  ["forEach", "limit"],
  ["transform"],
  ["allowUnsafeExternalContent"],
];

const OTHER_VALUES: Readonly<Record<string, string>> = {
  now: "next-heartbeat",
  "next-heartbeat": "now",
  isolated: "persistent",
  persistent: "isolated",
};

/** Fields whose values are one of a few. */
const FLIPPED: readonly (keyof MappingInput)[] = [
  "sessionMode",
  "wakeMode",
  "deliver",
  "continue",
  "allowUnsafeExternalContent",
];

/** A mapping → the same without one of its fields, or with another value in it. */
function mutateFields(mapping: MappingInput): readonly FoundMutant[] {
  const drop = (operator: MutationOperator, path: ConfigPath): readonly FoundMutant[] => {
    if (readPath(mapping, path) === undefined) return [];
    return [{ operator, path, label: `without ${path.join(".")}`, mapping: dropAt(mapping, path) }];
  };
  return [
    ...OPTIONAL.flatMap((path) => drop("field-drop", path)),
    ...FLIPPED.flatMap((key): readonly FoundMutant[] => {
      const before = mapping[key];
      const after = typeof before === "boolean" ? !before : OTHER_VALUES[String(before)];
      if (after === undefined) return [];
      const label = `${key}: ${String(before)} → ${String(after)}`;
      const changed = replaceAt(mapping, [key], after);
      return [{ operator: "field-flip", path: [key], label, mapping: changed }];
    }),
    ...GUARDS.flatMap((path) => drop("guard-drop", path)),
  ];
}

/** The hook name is not dropped: without it, the mapping would take events of other providers. */
function mutateMatch(mapping: MappingInput): readonly FoundMutant[] {
  const { match = {}, forEach } = mapping;
  const found = mutateClauses(match, ["match"]).map((one) => ({
    ...one,
    mapping: dropAt(mapping, one.path),
  }));
  if (typeof forEach !== "object" || forEach.when === undefined) return found;
  const path = ["forEach", "when"];
  return [...found, { ...clauseDrop(path), mapping: dropAt(mapping, path) }];
}

type Drop = Omit<FoundMutant, "mapping">;

function mutateClauses(match: MatchInput, path: ConfigPath): readonly Drop[] {
  const { source, headers = {}, query = {}, when, not } = match;
  const isAlone = Object.values(match).filter((one) => one !== undefined).length === 1;
  const tables = Object.entries({ headers, query }).flatMap(([kind, values]) => {
    const entries = Object.entries(values);
    return entries.flatMap(([name, wanted]) => {
      const at = [...path, kind, name];
      const values: readonly string[] = typeof wanted === "string" ? [] : wanted;
      const drops = values.map((value, index) => valueDrop([...at, index], value));
      return [clauseDrop(at), ...(drops.length > 1 ? drops : [])];
    });
  });
  const all = [
    ...(source === undefined ? [] : [clauseDrop([...path, "source"])]),
    ...tables,
    ...(when === undefined ? [] : [clauseDrop([...path, "when"])]),
    ...(not === undefined ? [] : [clauseDrop([...path, "not"])]),
  ];
  // The only clause of a "not" is dropped with the "not" itself.
  const isSingle = path.length > 1 && isAlone && all.length === 1;
  const inside = not === undefined ? [] : mutateClauses(not, [...path, "not"]);
  return [...(isSingle ? [] : all), ...inside];
}

function clauseDrop(path: ConfigPath): Drop {
  return { operator: "clause-drop", path, label: `without ${path.join(".")}` };
}

function valueDrop(path: ConfigPath, value: string): Drop {
  const list = path.slice(0, -1).join(".");
  return { operator: "value-drop", path, label: `without ${JSON.stringify(value)} in ${list}` };
}

type Partials = Readonly<Record<string, string>>;

/** The meaning of names in a partial depends on its users, so samples do not provide sibling fields. */
function mutatePartials(
  { partials = {}, mappings = [] }: HooksInput,
  text: boolean,
): readonly PartialMutant[] {
  const used = mappings.map((mapping) => listUsed(mapping, partials));
  return Object.entries(partials).flatMap(([name, source]) => {
    const usedBy = used.flatMap((names, place) => (names.has(name) ? [place] : []));
    const options = { blank: "expr-blank", siblingOf: () => undefined, text } as const;
    return changesOfTemplate(source, options).map(({ operator, span, label, edits }) => ({
      operator,
      partial: name,
      path: ["hooks", "partials", name],
      span,
      label,
      text: applySourceEdits(source, edits),
      usedBy,
    }));
  });
}

/** Any string of the mapping may be a template; others call no partial. */
function listUsed(mapping: MappingInput, partials: Partials): ReadonlySet<string> {
  const values: readonly unknown[] = Object.values(mapping);
  const texts = values.filter((value) => typeof value === "string");
  const found = new Set(texts.flatMap(listPartials));
  for (const name of found) {
    for (const inner of listPartials(partials[name] ?? "")) found.add(inner);
  }
  return found;
}

const TEMPLATES: readonly (keyof MappingInput)[] = [
  "messageTemplate",
  "textTemplate",
  "instructions",
  ...TEMPLATED_FIELDS,
  "dedupeKey",
];

/** A mapping and events that it takes → the same with one thing changed in one of its templates. */
function mutateTemplates(
  mapping: MappingInput,
  samples: readonly HookEvent[],
  text: boolean,
): readonly FoundMutant[] {
  const siblingOf = createSiblingFinder(samples);
  return TEMPLATES.flatMap((key) => {
    const source = mapping[key];
    if (typeof source !== "string") return [];
    const blank = key === "sessionKey" ? "key-merge" : "expr-blank";
    const changes = changesOfTemplate(source, { blank, siblingOf, text });
    return changes.map(({ operator, span, label, edits }) => ({
      operator,
      path: [key],
      span,
      label: `${key}: ${label}`,
      mapping: replaceAt(mapping, [key], applySourceEdits(source, edits)),
    }));
  });
}

/** A change of one mapping. */
interface FoundMutant {
  readonly operator: MutationOperator;
  /** From the mapping. */
  readonly path: ConfigPath;
  /** Within the template at that path. */
  readonly span?: TextSpan;
  readonly label: string;
  readonly mapping: MappingInput;
}

function replaceAt(mapping: MappingInput, path: ConfigPath, value: unknown): MappingInput {
  const keys = path.map(String);
  return setValue(mapping, keys, { path: keys.join("."), value }) as MappingInput;
}

function dropAt(mapping: MappingInput, path: ConfigPath): MappingInput {
  return removeValue(mapping, path.map(String)) as MappingInput;
}
