// A config and its cases → whether a case notices each mutant of the config.
import type { Explanation, HookEvent, MappingInput } from "@hookwright/core";
import { explainEvent, type Mapping, normalizeMatch, REMOVED } from "@hookwright/core/plan";
import { type CompiledConfig, resolveEvent } from "@hookwright/core/runtime";
import { parseTemplate } from "@hookwright/template/compile";
import type {
  ExpressionNode,
  ParsedSource,
  ProgramNode,
  StatementNode,
} from "@hookwright/template/runtime";
import { leavesOfMatch } from "../cover/match-leaves.ts";
import { changesForLeaf, pathOfValue, toChange } from "../cover/propose-changes.ts";
import { createSeenValues, type SeenValues } from "../cover/seen-values.ts";
import { outcomeOf } from "../cover/suggest-case.ts";
import { FIXED_NOW, FIXED_PORTS } from "../fixed-ports.ts";
import type { EventChanges, SingleCase } from "../model.ts";
import { patchEvent } from "../patch-event.ts";
import { type CaseHooks, runCase } from "../run-case.ts";
import { snapshotText } from "../snapshot-text.ts";
import { createMutantCompiler, type MutantCompiler } from "./compile-mutant.ts";
import type {
  Mutant,
  MutantDifference,
  MutantResult,
  MutationReport,
  MutationSuite,
  RunMutantsOptions,
} from "./model.ts";
import { mutateConfig } from "./mutate-config.ts";
import { createProver } from "./prove-same.ts";

interface CompiledSuite {
  readonly compiler: MutantCompiler;
  readonly passed: readonly PassedCase[];
}

/**
 * Changes the config one thing at a time, and runs the cases that reach the change. Snapshots are compared with the result
 * of the config itself. Throws `HooksConfigError` if the config does not compile.
 *
 * @example
 * ```ts
 * const cases = expandCases([{ name: "a push", event: push, expect: { snapshot: true } }]);
 * const { score, results } = await runMutants(config, [{ cases }]);
 * const survived = results.filter(({ verdict }) => verdict === "survived");
 * ```
 */
export async function runMutants(
  config: unknown,
  suites: readonly MutationSuite[],
  options: RunMutantsOptions = {},
): Promise<MutationReport> {
  const {
    text = false,
    choose = (all) => all,
    suggests = true,
    samples = [],
    onProgress,
  } = options;
  const compiled: CompiledSuite[] = [];
  for (const suite of suites) compiled.push(await compileSuite(config, suite));
  const isSame = createProver(config, suites[0]?.options);
  const taken = compiled.flatMap(({ passed }) => passed);
  const samplesOf = (id: string) =>
    taken.flatMap((one) => (takersOf(one).has(id) ? [one.event] : []));
  const seenAt = createSeenValues([...samples, ...taken.map(({ event }) => event)]);
  const results: MutantResult[] = [];
  const mutants = choose(mutateConfig(config, { samplesOf, text }));
  onProgress?.(0, mutants.length);
  for (const mutant of mutants) {
    results.push(await runMutant(mutant, compiled, { isSame, suggests, seenAt }));
    onProgress?.(results.length, mutants.length);
  }
  return { results, ...countVerdicts(results) };
}

async function compileSuite(config: unknown, suite: MutationSuite): Promise<CompiledSuite> {
  const { cases, options = {}, now = FIXED_NOW } = suite;
  const compiler = createMutantCompiler(config, { ...FIXED_PORTS, ...options });
  const hooks = hooksOf(compiler.base, "report");
  const passed: PassedCase[] = [];
  for (const testCase of cases) {
    const { ok, explanation, snapshot } = await runCase(hooks, testCase, { now });
    if (!ok || !testCase.reviewed || explanation === undefined) continue;
    const event = { ...testCase.event, receivedAt: testCase.event.receivedAt ?? now };
    passed.push({ testCase, event, explanation, now, snapshot: snapshot?.text });
  }
  return { compiler, passed };
}

function hooksOf(compiled: CompiledConfig, matches: "report" | "skip"): CaseHooks {
  return { explain: (event) => explainEvent(event, compiled, { matches }) };
}

interface MutantRun {
  readonly isSame: (mutant: Mutant) => boolean;
  readonly suggests: boolean;
  readonly seenAt: SeenValues;
}

/** Most are killed by the first case that reaches them; the proof is tried only for others. */
async function runMutant(
  mutant: Mutant,
  suites: readonly CompiledSuite[],
  { isSame, suggests, seenAt }: MutantRun,
): Promise<MutantResult> {
  const reached: ReachedSuite[] = [];
  for (const { compiler, passed } of suites) {
    const compiled = compiler.compile(mutant);
    if (compiled === undefined) return { mutant, verdict: "invalid" };
    const cases = passed.filter((one) => reaches(one, mutant, compiler.base));
    const killedBy = await findKiller(cases, compiled);
    if (killedBy !== undefined) return { mutant, verdict: "killed", killedBy };
    if (cases.length > 0) reached.push([compiler, compiled, cases]);
  }
  if (isSame(mutant)) return { mutant, verdict: "same" };
  const [first] = reached;
  if (first === undefined) return { mutant, verdict: "not covered" };
  const difference = suggests ? await findDifference(mutant, first, seenAt) : undefined;
  return { mutant, verdict: "survived", ...(difference !== undefined && { difference }) };
}

async function findKiller(
  cases: readonly PassedCase[],
  compiled: CompiledConfig,
): Promise<string | undefined> {
  const hooks = hooksOf(compiled, "skip");
  for (const { testCase, now, snapshot } of cases) {
    const { ok } = await runCase(hooks, testCase, { now, snapshotOf: () => snapshot });
    if (!ok) return testCase.name;
  }
  return undefined;
}

/** A change of the match affects every event that the mapping is tried with; other changes only those it takes. */
function reaches(one: PassedCase, mutant: Mutant, { mappings }: CompiledConfig): boolean {
  const takers = takersOf(one);
  const isTakenBy = (places: readonly number[]) =>
    places.some((place) => takers.has(mappings[place]?.id ?? ""));
  if (mutant.partial !== undefined) return isTakenBy(mutant.usedBy);
  const { place, edit, path, mappingId } = mutant;
  if (edit.kind === "swap") {
    return isTakenBy(Array.from({ length: edit.with + 1 - place }, (_, index) => place + index));
  }
  if (path[3] !== "match") return isTakenBy([place]);
  return one.explanation.matches.some(
    (match) => match.mappingId === mappingId && match.result !== "not tried",
  );
}

function countVerdicts(results: readonly MutantResult[]): Pick<MutationReport, "counts" | "score"> {
  const counts = { killed: 0, survived: 0, "not covered": 0, invalid: 0, same: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  const decided = counts.killed + counts.survived;
  return { counts, score: decided === 0 ? 100 : Math.floor((counts.killed * 100) / decided) };
}

/** Per mutant: each try resolves two events. */
const MAX_TRIES = 400;

/** Events that are changed. */
const MAX_EVENTS = 3;

/** The config, its mutant, and the cases that reach the change. */
type ReachedSuite = readonly [
  compiler: MutantCompiler,
  compiled: CompiledConfig,
  cases: readonly PassedCase[],
];

/** Events that the mapping takes come first, because their changes are most likely to differ. */
async function findDifference(
  mutant: Mutant,
  [{ base, mappings }, compiled, cases]: ReachedSuite,
  seenAt: SeenValues,
): Promise<MutantDifference | undefined> {
  const isOwn = (one: PassedCase) => takersOf(one).has(mutant.mappingId ?? "");
  const ordered = [...cases.filter(isOwn), ...cases.filter((one) => !isOwn(one))];
  const tries = [
    ...cases.map((one) => ({ one, change: {} })),
    ...ordered
      .slice(0, MAX_EVENTS)
      .flatMap((one) =>
        proposeChanges(mutant, mappings, one, seenAt).map((change) => ({ one, change })),
      ),
  ];
  for (const { one, change } of tries.slice(0, MAX_TRIES)) {
    const patched = patchEvent(one.event, change);
    if (!patched.ok) continue;
    const difference = await compare(patched.event, base, compiled);
    if (difference !== undefined) return { from: one.testCase.name, ...change, ...difference };
  }
  return undefined;
}

async function compare(
  event: HookEvent,
  base: CompiledConfig,
  compiled: CompiledConfig,
): Promise<Pick<MutantDifference, "becomes" | "mapping"> | undefined> {
  const before = await resolveEvent(event, base);
  const after = await resolveEvent(event, compiled);
  if (snapshotText(before) === snapshotText(after)) return undefined;
  const mapping = "mappingId" in before ? before.mappingId : undefined;
  return { becomes: outcomeOf(before), ...(mapping !== undefined && { mapping }) };
}

/** For a match, values that its clauses name and others; for a template, values of what it reads. */
function proposeChanges(
  mutant: Mutant,
  mappings: readonly Mapping[],
  { explanation }: PassedCase,
  seenAt: SeenValues,
): readonly EventChanges[] {
  const { path, span } = mutant;
  if (mutant.partial !== undefined) {
    return changesForTemplate(mutant.text, mutant.span.start, listReads(explanation));
  }
  const { place, edit } = mutant;
  if (edit.kind === "replace" && path[3] !== "match") {
    // A dropped or changed field differs for every event.
    if (span === undefined) return [];
    const key = path[3] as keyof MappingInput;
    const reads = listReads(explanation, key.replace(/Template$/, ""));
    return changesForTemplate(edit.mapping[key] as string, span.start, reads);
  }
  const { match } = mappings[place] as Mapping;
  const changed = edit.kind === "replace" ? [normalizeMatch(edit.mapping.match)] : [];
  return [match, ...changed].flatMap((rule) => {
    const leaves = leavesOfMatch(rule, []);
    return leaves.flatMap((leaf): readonly EventChanges[] => {
      const changes = changesForLeaf(leaf, (at) => seenAt(at, leaves));
      if (leaf.kind === "atom") return changes;
      return [
        ...changes,
        ...leaf.values.map((value) => ({ patch: { [pathOfValue(leaf)]: value } })),
      ];
    });
  });
}

/** What one tag of a template read from an event. */
interface Read {
  readonly paths: readonly string[];
  /** The value that decided a block. */
  readonly value?: unknown;
}

/** Without a field, the reads of all: any of them may use a partial. */
function listReads({ fields, blocks }: Explanation, field?: string): readonly Read[] {
  const isOf = (one: { readonly field: string }) => field === undefined || one.field === field;
  const spans = fields.filter(isOf).flatMap((one) => one.spans);
  return [
    ...spans.flatMap(({ origin }) => (origin.kind === "payload" ? [origin] : [])),
    ...blocks
      .filter(isOf)
      .map(({ seen, value }) => ({ paths: seen.map(({ expression }) => expression), value })),
  ];
}

/** Changes what the rendering read, and what the template names but did not reach. */
function changesForTemplate(
  template: string,
  start: number,
  reads: readonly Read[],
): readonly EventChanges[] {
  // The mutant compiles, so it can be parsed.
  const { parsed } = parseTemplate(template) as { readonly parsed: ParsedSource };
  const doubled = reads.flatMap(({ paths: [path], value }) =>
    Array.isArray(value) && path !== undefined ? [{ path, value: [...value, ...value] }] : [],
  );
  const removed = reads.flatMap(({ paths }) => (paths.length > 1 ? [{ remove: paths }] : []));
  const named = listPayloadPaths(parsed.program);
  const paths = [...new Set([...reads.flatMap((one) => one.paths), ...named])];
  const values = [...VALUES, ...literalsAt(template, start)];
  const single = paths.flatMap((path) => values.map((value) => toChange({ path, value })));
  return [...doubled.map(toChange), ...removed, ...single];
}

/** The literals of the changed tag, alone and within others. */
function literalsAt(template: string, start: number): readonly string[] {
  const tag = template.slice(template.lastIndexOf("{{", start)).split("}}", 1)[0] as string;
  const literals = [...tag.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? (b as string));
  return literals.flatMap((text) => [text, `a${text}b`]);
}

const VALUES: readonly unknown[] = [
  REMOVED,
  "text",
  "Some_text: with <more>, (and) more.",
  "2026-01-02T03:04:05Z",
  true,
  false,
  "",
  1,
  ["text", "text"],
  [{ name: "a" }, { name: "b" }],
  // Longer than most limits in templates.
  "word ".repeat(2_000),
];

/** Names within `each` and `with` also count as fields of the payload: a useless try is harmless. */
function listPayloadPaths(program: ProgramNode): readonly string[] {
  const names = listStatements(program).flatMap(listArguments).flatMap(listNames);
  return [...new Set(names)];
}

function listStatements(program: ProgramNode | undefined): readonly StatementNode[] {
  return (program?.body ?? []).flatMap((node) => [
    node,
    ...("program" in node ? listStatements(node.program) : []),
    ...("inverse" in node ? listStatements(node.inverse) : []),
  ]);
}

function listArguments(node: StatementNode): readonly ExpressionNode[] {
  if (!("params" in node)) return [];
  const isField = node.type === "MustacheStatement" && node.params.length === 0;
  return isField ? [node.path] : node.params;
}

function listNames(node: ExpressionNode): readonly string[] {
  if (node.type === "SubExpression") return node.params.flatMap(listNames);
  if (node.type !== "PathExpression" || node.data || node.parts.length === 0) return [];
  const name = node.original.replace(/^payload\./, "");
  return /^(?:headers|query|path|now)\b/.test(name) ? [] : [`payload.${name}`];
}

/** A case that passes, with the explanation of its event. */
interface PassedCase {
  readonly testCase: SingleCase;
  readonly event: HookEvent;
  readonly explanation: Explanation;
  readonly now: number;
  readonly snapshot: string | undefined;
}

/** The ids of the mappings that get the event of the case. */
function takersOf({ explanation: { matches } }: PassedCase): ReadonlySet<string> {
  const matched = matches.filter(({ result }) => result === "matched");
  return new Set(matched.map(({ mappingId }) => mappingId));
}
