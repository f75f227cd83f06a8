// A config and the events of its cases → which units of the config are covered, and why others are not.
import type { CompileOptions, ConfigPath } from "@hookwright/core";
import { locateSpan } from "@hookwright/core/plan";
import { compileSource } from "@hookwright/template/compile";
import {
  adoptHelpers,
  type PartialDefinition,
  partialsFromTrees,
} from "@hookwright/template/runtime";
import { type CoveredConfig, createCoveredConfig } from "./covered-config.ts";
import { findMet, isMet, listMatchUnits, type MatchUnit } from "./match-units.ts";
import {
  COVERAGE_KINDS,
  type CoverageCount,
  type CoverageKind,
  type CoverageReport,
  type CoverageReportOptions,
  type CoverageRun,
  type CoverageUnit,
} from "./model.ts";
import { type Observation, type ObservedRun, observeEvent } from "./observe-event.ts";
import { createSeenValues } from "./seen-values.ts";
import { suggestCase, type WantedUnit } from "./suggest-case.ts";
import type { RenderUnit } from "./template-recorder.ts";

/** Collects what cases cover of one config. */
export interface Coverage {
  /** Transforms are not run, because everything that is counted happens before them. */
  readonly add: (run: CoverageRun) => Promise<void>;
  readonly report: (options?: CoverageReportOptions) => Promise<CoverageReport>;
}

/**
 * Compiles the config again, with a recorder in its templates; `options` are those of the hooks that run the cases.
 * Throws `HooksConfigError` if it does not compile.
 *
 * @example
 * ```ts
 * const coverage = createCoverage(config);
 * const event = { path: "ci", payload: { job: "tests" } };
 * await coverage.add({ name: "a job", event, asserted: { matching: true, fields: "all" } });
 * const { total } = await coverage.report();
 * ```
 */
export function createCoverage(config: unknown, options: CompileOptions = {}): Coverage {
  const covered = createCoveredConfig(config, options);
  compileUnusedPartials(covered, options);
  const runs: ObservedRun[] = [];
  return {
    add: async (run) => {
      runs.push({ run, observation: await observeEvent(run.event, covered) });
    },
    report: (options) => reportCoverage(covered, runs, options),
  };
}

interface FoundUnit {
  readonly unit: CoverageUnit;
  readonly wants: WantedUnit;
}

async function reportCoverage(
  config: CoveredConfig,
  runs: readonly ObservedRun[],
  { suggests = true, samples = [] }: CoverageReportOptions = {},
): Promise<CoverageReport> {
  const found = [...findMatchUnits(config, runs), ...findRenderUnits(config, runs)];
  const seenAt = createSeenValues([...samples, ...runs.map(({ run }) => run.event)]);
  const suggested: CoverageUnit[] = [];
  for (const { unit, wants } of found) {
    const isWanted = suggests && !unit.isCovered;
    const suggestion = isWanted ? await suggestCase(wants, config, { runs, seenAt }) : undefined;
    suggested.push(suggestion === undefined ? unit : { ...unit, suggestion });
  }
  const units = sortUnits(suggested);
  return { units, ...countUnits(units) };
}

function findMatchUnits(config: CoveredConfig, runs: readonly ObservedRun[]): readonly FoundUnit[] {
  const units = listMatchUnits(config);
  const counted = runs.filter(({ run }) => run.asserted?.matching === true);
  const met = findMet(
    units,
    counted.map(({ observation }) => observation),
  );
  return units.map((match) => {
    const { kind, path, label, place, goal } = match;
    const mappingId = config.mappings[place]?.mapping.id;
    const isCovered = met.has(match);
    const unit: CoverageUnit = {
      kind,
      path,
      label,
      ...(goal.kind !== "unmatched" && mappingId !== undefined && { mappingId }),
      isCovered,
      ...(!isCovered && { reason: explainMatch(match, config, runs) }),
    };
    return { unit, wants: { match } };
  });
}

function findRenderUnits(
  { recorder, hooks, mappings }: CoveredConfig,
  runs: readonly ObservedRun[],
): readonly FoundUnit[] {
  return recorder.units().map((rendering) => {
    const { kind, label, path, span, source, usedBy } = rendering;
    const isCovered = runs.some(({ run, observation }) => {
      const fields = run.asserted?.fields ?? NO_FIELDS;
      const exercised = observation.exercised.get(rendering) ?? NO_FIELDS;
      return [...exercised].some((field) => fields === "all" || fields.has(field));
    });
    const { templateSpan } = locateSpan(span, { source, path, hooks });
    const isOfPartial = path[1] === "partials";
    const owner = mappings.find(({ mapping }) => startsWith(path, mapping.configPath));
    const unit: CoverageUnit = {
      kind,
      path,
      ...(templateSpan !== undefined && { span: templateSpan }),
      label,
      ...(owner !== undefined && { mappingId: owner.mapping.id }),
      ...(isOfPartial && { usedBy }),
      isCovered,
      ...(!isCovered && { reason: explainRendering(rendering, runs) }),
    };
    return { unit, wants: { rendering } };
  });
}

const NO_FIELDS: ReadonlySet<string> = new Set();

function startsWith(path: ConfigPath, start: ConfigPath): boolean {
  return start.every((key, index) => path[index] === key);
}

/** Mappings by their index, then partials; within a template by position. */
function sortUnits(units: readonly CoverageUnit[]): readonly CoverageUnit[] {
  const paths = new Map<string, number>();
  const keyOf = ({ path, span }: CoverageUnit): readonly number[] => {
    const written = JSON.stringify(path);
    const place = paths.get(written) ?? paths.size;
    paths.set(written, place);
    const isOfMapping = path[1] === "mappings";
    return [isOfMapping ? Number(path[2]) : Number.MAX_SAFE_INTEGER, place, span?.start ?? 0];
  };
  const keyed = units.map((unit) => ({ unit, key: keyOf(unit) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed.map(({ unit }) => unit);
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((part, index) => part - (b[index] as number));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The name that calls the unused partial. */
const ALIAS = "@unused";

/** Also registers the units of partials that no template uses. */
function compileUnusedPartials(
  { plan, recorder: { probe, units } }: CoveredConfig,
  { helpers: own = {} }: CompileOptions,
): void {
  const names = Object.keys(plan.partials);
  const used = new Set(units().map(({ path }) => (path[1] === "partials" ? path[2] : undefined)));
  const unused = names.filter((name) => !used.has(name));
  if (unused.length === 0) return;
  const { helpers } = adoptHelpers(own);
  const all = partialsFromTrees(plan.partials);
  for (const name of unused) {
    const partials = new Map([...all, [ALIAS, all.get(name) as PartialDefinition]]);
    probe.begin(["hooks", "partials", name]);
    // With a body, because the partial may render one. Problems of a partial are reported where it is used.
    compileSource(`{{#> ${ALIAS}}}{{/${ALIAS}}}`, { helpers, partials, probe });
    probe.end();
  }
}

function countUnits(units: readonly CoverageUnit[]): Pick<CoverageReport, "total" | "kinds"> {
  const ofKind = (kind: CoverageKind) => countOf(units.filter((unit) => unit.kind === kind));
  const kinds = Object.fromEntries(COVERAGE_KINDS.map((kind) => [kind, ofKind(kind)]));
  return { total: countOf(units), kinds: kinds as CoverageReport["kinds"] };
}

function countOf(units: readonly CoverageUnit[]): CoverageCount {
  const total = units.length;
  const covered = units.filter(({ isCovered }) => isCovered).length;
  return { covered, total, percent: total === 0 ? 100 : Math.floor((100 * covered) / total) };
}

function explainMatch(
  unit: MatchUnit,
  config: CoveredConfig,
  runs: readonly ObservedRun[],
): string {
  const all = runs.map(({ observation }) => observation);
  if (isMet(unit, all))
    return "only in cases that fail, are not reviewed, or do not check the mapping";
  const { goal, place } = unit;
  if (goal.kind === "unmatched") return "no such event";
  const isAsked = all.some((one) => one.tried.has(place));
  if (!isAsked) return explainUntried(place, config, all);
  switch (goal.kind) {
    case "taken":
      return "never matched";
    case "value":
      return "never seen";
    case "result":
      return `never ${goal.holds}`;
    case "decisive":
      return "never the deciding clause";
    default:
      return all.some(({ takers }) => takers.has(place)) ? "no such list" : "never matched";
  }
}

function explainUntried(
  place: number,
  { mappings }: CoveredConfig,
  all: readonly Observation[],
): string {
  const path = mappings[place]?.mapping.match.path;
  const ofName = all.filter(({ view }) => path === undefined || view.path === path);
  if (ofName.length === 0) {
    return path === undefined
      ? "never tried: no event"
      : `never tried: no event with path "${path}"`;
  }
  // Those before the last one let others have the event.
  const lasts = ofName.map(({ takers }) => mappings[[...takers.keys()].at(-1) ?? -1]);
  const names = [...new Set(lasts.flatMap((last) => last?.mapping.id ?? []))].join(", ");
  const events = ofName.length === 1 ? "the event" : `all ${ofName.length} events`;
  return names === "" ? "never tried" : `never tried (${names} takes ${events})`;
}

function explainRendering(unit: RenderUnit, runs: readonly ObservedRun[]): string {
  if (unit.usedBy.length === 0) return "never tried (no template uses it)";
  const exercising = runs.filter(({ observation }) => observation.exercised.has(unit));
  const asserting = exercising.filter(({ run }) => run.asserted !== undefined);
  if (asserting.length > 0) {
    const fields = new Set(
      asserting.flatMap(({ observation }) => [...(observation.exercised.get(unit) as Set<string>)]),
    );
    return `no expectation says anything about ${[...fields].join(" or ")}`;
  }
  if (exercising.length > 0) return "only in cases that fail or are not reviewed";
  if (!runs.some(({ observation }) => observation.reached.has(unit))) return "never rendered";
  return unit.isEmptyText ? 'only ever filled with ""' : unit.missing;
}
