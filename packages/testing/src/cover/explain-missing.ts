// A unit that no case covers → why not, in words.
import type { CoveredConfig } from "./covered-config.ts";
import type { MatchUnit } from "./match-units.ts";
import { isMet } from "./match-units.ts";
import type { CoverageRun } from "./model.ts";
import type { Observation } from "./observe-event.ts";
import type { RenderUnit } from "./template-recorder.ts";

export interface ObservedRun {
  readonly run: CoverageRun;
  readonly observation: Observation;
}

export function explainMatch(
  unit: MatchUnit,
  config: CoveredConfig,
  runs: readonly ObservedRun[],
): string {
  const all = runs.map(({ observation }) => observation);
  if (isMet(unit, all))
    return "only in cases that fail, are not reviewed, or expect nothing of matching";
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
      return all.some(({ taker }) => taker === place) ? "no such list" : "never matched";
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
  const takers = new Set(ofName.flatMap(({ taker = -1 }) => mappings[taker]?.mapping.id ?? []));
  const names = [...takers].join(", ");
  const events = ofName.length === 1 ? "the event" : `all ${ofName.length} events`;
  return names === "" ? "never tried" : `never tried (${names} takes ${events})`;
}

export function explainRendering(unit: RenderUnit, runs: readonly ObservedRun[]): string {
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
