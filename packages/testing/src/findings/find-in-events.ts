// A config and events → what only events show: fields that they lack, values that helpers cannot read, and more.

import type { Problem } from "@hookwright/core";
import { createProblem, locateSpan } from "@hookwright/core/internal";
import { type CoveredConfig, createCoveredConfig } from "../cover/covered-config.ts";
import { type Observation, observeEvent } from "../cover/observe-event.ts";
import type { RenderUnit } from "../cover/template-recorder.ts";
import { findSharedKeys } from "./find-shared-keys.ts";
import { findInMatches } from "./match-findings.ts";
import type { FindInEventsOptions, TemplateFinding } from "./model.ts";
import { createTemplateFindings, type TemplateFindings } from "./template-findings.ts";
import { type TemplateLocation, watchPaths } from "./watch-paths.ts";

/**
 * Resolves the events, and tells what they show of the config: warnings, where something else was probably
 * meant, and hints, where the events leave something unsaid. Nothing is dispatched, and transforms are left out.
 * Throws `HooksConfigError` where the config does not compile.
 *
 * @example
 * ```ts
 * const problems = await findInEvents(config, { events: [event("ci", { payload: { ref: "main" } })] });
 * for (const problem of problems) console.log(problemToText(problem));
 * ```
 */
export async function findInEvents(
  config: unknown,
  { events, compile = {} }: FindInEventsOptions,
): Promise<readonly Problem[]> {
  const findings = createTemplateFindings();
  const covered = createCoveredConfig(config, compile, (probe) => watchPaths(probe, findings));
  const observations: Observation[] = [];
  for (const event of events) {
    findings.begin(event.integersAsText ?? []);
    observations.push(await observeEvent(event, covered));
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
    count === 1
      ? "The one event that comes to it leaves"
      : `All ${count} events that come to it leave`;
  const message = `${events} ${unit.label} empty.`;
  const code = "template_never_filled";
  const near = findings.nearest(place);
  if (near === undefined) {
    const hint = "Look for the name in an event, or add an event that fills it.";
    return { code, severity: "hint", place, message, hint };
  }
  const hint = `The event has "${near.name}".`;
  return { code, severity: "hint", place: near.place, message, hint, text: near.name };
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

/** Mappings by their number, then partials; in a template, from its start to its end. */
function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const orderOf = ({ path }: Problem): number =>
    path[1] === "mappings" ? Number(path[2]) : Number.MAX_SAFE_INTEGER;
  const startOf = ({ templateSpan }: Problem): number => templateSpan?.start ?? -1;
  return [...problems].sort(
    (one, other) => orderOf(one) - orderOf(other) || startOf(one) - startOf(other),
  );
}
