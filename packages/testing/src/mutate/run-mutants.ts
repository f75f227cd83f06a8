// A config and its cases → for each mutant of the config, whether a case notices.
import type { CompiledConfig } from "@hookwright/core/internal";
import { explainEvent } from "@hookwright/core/internal";
import { createSeenValues, type SeenValues } from "../cover/seen-values.ts";
import { FIXED_NOW, FIXED_PORTS } from "../fixed-ports.ts";
import { type CaseHooks, runCase } from "../run-case.ts";
import { createMutantCompiler, type MutantCompiler } from "./compile-mutant.ts";
import { countVerdicts } from "./count-verdicts.ts";
import { findDifference, type ReachedSuite } from "./find-difference.ts";
import type {
  Mutant,
  MutantResult,
  MutationReport,
  MutationSuite,
  RunMutantsOptions,
} from "./model.ts";
import { mutateConfig } from "./mutate-config.ts";
import { type PassedCase, takerOf } from "./passed-case.ts";
import { createProver } from "./prove-same.ts";

interface CompiledSuite {
  readonly compiler: MutantCompiler;
  readonly passed: readonly PassedCase[];
}

/**
 * Changes the config one thing at a time, and runs the cases that reach what was changed. A snapshot is what
 * the config makes now. Throws `HooksConfigError` where the config does not compile.
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
  { text = false, choose = (all) => all, suggests = true, samples = [] }: RunMutantsOptions = {},
): Promise<MutationReport> {
  const compiled: CompiledSuite[] = [];
  for (const suite of suites) compiled.push(await compileSuite(config, suite));
  const isSame = createProver(config, suites[0]?.options);
  const taken = compiled.flatMap(({ passed }) => passed);
  const samplesOf = (id: string) =>
    taken.flatMap((one) => (takerOf(one) === id ? [one.event] : []));
  const seenAt = createSeenValues([...samples, ...taken.map(({ event }) => event)]);
  const results: MutantResult[] = [];
  for (const mutant of choose(mutateConfig(config, { samplesOf, text }))) {
    results.push(await runMutant(mutant, compiled, { isSame, suggests, seenAt }));
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

/** Most are killed by the first case that reaches them; the proof is tried where none does. */
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
    if (cases.length > 0) reached.push([compiler.base, compiled, cases]);
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

/** A change of the match concerns every event that the mapping was asked about; of the rest, those it took. */
function reaches(one: PassedCase, mutant: Mutant, { mappings }: CompiledConfig): boolean {
  const taker = takerOf(one);
  const isTakenBy = (places: readonly number[]) =>
    taker !== undefined && places.some((place) => mappings[place]?.id === taker);
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
