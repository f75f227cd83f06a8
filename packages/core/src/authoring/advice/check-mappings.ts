// All mappings and the base path → what is probably not meant in their combination, reported in a fixed order.

import type { MatchClauses, Problem } from "../../model/index.ts";
import {
  BUILT_IN_ROUTES,
  createProblem,
  type IsIncomplete,
  type ProblemExtras,
  type Report,
} from "../../model/index.ts";
import type { Mapping } from "../config/index.ts";
import { analyzeReachability, type Reachability } from "../reachability/index.ts";
import type { CodeRows } from "./code-row.ts";

export const CODES: CodeRows = {
  match_repeats_base_path: {
    meaning: "The path of a match begins with the base path.",
    wrong: "match: { path: /hooks/github }",
    right: "match: { path: github }",
    say: "`path` is what follows the base path: `github` for `POST /hooks/github`.",
  },
  match_missing: {
    meaning: "A mapping has no match, so it takes every event.",
    wrong: "match: {}",
    right: "match: { path: github }",
    say: "It takes every event that no earlier mapping took. That is allowed, but rarely intended.",
  },
  mapping_unreachable: {
    meaning: "No event can reach the mapping.",
    level: "mappings",
    wrong:
      "- { match: { path: shop }, messageTemplate: anything }\n- { match: { path: shop, source: paid }, messageTemplate: paid }",
    right:
      "- { match: { path: shop, source: paid }, messageTemplate: paid }\n- { match: { path: shop }, messageTemplate: anything }",
    say: "The first match wins: put the narrow mapping before the wide one. With `continue: true` in the wide one, both get the event. `check --reach` shows which takes from which.",
  },
  mapping_hardly_reached: {
    meaning: "Only events that no sender sends can reach the mapping.",
    level: "mappings",
    wrong:
      '- match: { path: crm, when: { in: [{ var: payload.action }, [added, changed]] } }\n  messageTemplate: changed\n- match: { path: crm, when: { "==": [{ var: payload.action }, added] } }\n  messageTemplate: added',
    right:
      '- match: { path: crm, when: { "==": [{ var: payload.action }, added] } }\n  messageTemplate: added\n- match: { path: crm, when: { in: [{ var: payload.action }, [added, changed]] } }\n  messageTemplate: changed',
    say: "`in` takes every text of its list, so `==` after it only gets values that no sender sends, such as a list of one text. Put the narrow mapping first.",
  },
};

interface MappingsToCheck {
  readonly mappings: readonly Mapping[];
  readonly basePath: string;
  readonly isIncomplete?: IsIncomplete;
}

export function checkMappings(
  { mappings, basePath, isIncomplete = () => false }: MappingsToCheck,
  report: Report,
): void {
  // Without what was wrong in it, a match may take too much.
  const complete = mappings.filter(({ configPath }) => !isIncomplete(configPath, ["match"]));
  checkCatchAlls(complete, report);
  checkBasePathRepeated(mappings, basePath, report);
  checkUnreachable(complete, report);
}

/** A mapping without a match is allowed, and seldom meant. */
function checkCatchAlls(mappings: readonly Mapping[], report: Report): void {
  for (const { id, match, configPath } of mappings) {
    if (!isCatchAll(match)) continue;
    const message = `Mapping "${id}" has no match and takes every event that no earlier mapping takes.`;
    const hint = 'Write "match": { "path": … } unless that is meant.';
    report(createProblem("match_missing", configPath, message, { severity: "warning", hint }));
  }
}

function isCatchAll({ path, source, headers, query, when, not }: MatchClauses): boolean {
  const asksNothing = path === undefined && source === undefined && when === undefined;
  return asksNothing && headers.length === 0 && query.length === 0 && not === undefined;
}

/** A match.path that begins with the base path: the name after it was meant. */
function checkBasePathRepeated(
  mappings: readonly Mapping[],
  basePath: string,
  report: Report,
): void {
  const base = `${basePath.slice(1)}/`;
  for (const { id, match, configPath } of mappings) {
    const { path } = match;
    if (path === undefined || !path.startsWith(base)) continue;
    const message = `Mapping "${id}" repeats the base path and only matches ${basePath}/${path}.`;
    const name = path.slice(base.length);
    const extras: ProblemExtras = {
      severity: "warning",
      hint: `Write "${name}".`,
      change: { kind: "replace", value: name, safe: true },
    };
    const at = [...configPath, "match", "path"];
    report(createProblem("match_repeats_base_path", at, message, extras));
  }
}

/** A warning of each mapping that no event can reach. */
export function checkUnreachable(mappings: readonly Mapping[], report: Report): void {
  if (haveOwnPaths(mappings)) return;
  for (const reachability of analyzeReachability(mappings)) {
    const problem = problemFromReachability(reachability);
    if (problem !== undefined) report(problem);
  }
}

/** Mappings that ask for a path each, every one for another, cannot take events from each other. */
function haveOwnPaths(mappings: readonly Mapping[]): boolean {
  const paths = new Set(BUILT_IN_ROUTES);
  return mappings.every(({ match }) => {
    if (match.path === undefined || paths.has(match.path) || canContradictItself(match)) {
      return false;
    }
    paths.add(match.path);
    return true;
  });
}

/** Without conditions, only two clauses for one header or parameter can exclude each other. */
function canContradictItself({ headers, query, when, not }: MatchClauses): boolean {
  return when !== undefined || not !== undefined || headers.length > 1 || query.length > 1;
}

function problemFromReachability({
  mapping,
  verdict,
  shadowedBy,
  overlaps,
  isSeldom,
}: Reachability<Mapping>): Problem | undefined {
  if (verdict === "contradictory") return contradictory(mapping);
  if (isSeldom === true) return hardlyReached(mapping, overlaps);
  if (verdict !== "shadowed") return undefined;
  if (overlaps.length === 0) return shadowedByRoute(mapping);
  // An operator names a preset and takes over some of its events on purpose.
  if (mapping.preset !== undefined) return undefined;
  const takers = shadowedBy === undefined ? overlaps : [shadowedBy];
  const names = takers.map(({ id }) => `"${id}"`).join(" and ");
  const verb = takers.length === 1 ? "takes" : "together take";
  // A mapping that skips its events keeps them from others on purpose.
  const mayBothRun = [mapping, ...takers].every(({ skip }) => !skip);
  const both = mayBothRun
    ? ` If each is to have the event, write "continue": true into ${names}.`
    : "";
  return createProblem(
    "mapping_unreachable",
    mapping.configPath,
    `Mapping "${mapping.id}" is never reached: ${names} ${verb} all of its events.`,
    { severity: "warning", hint: `Move it before ${names}, or narrow what they match.${both}` },
  );
}

function hardlyReached(
  { id, preset, configPath }: Mapping,
  overlaps: readonly Mapping[],
): Problem | undefined {
  if (preset !== undefined) return undefined;
  const names = overlaps.map((one) => `"${one.id}"`).join(" and ");
  const verb = overlaps.length === 1 ? "takes" : "together take";
  return createProblem(
    "mapping_hardly_reached",
    configPath,
    `Mapping "${id}" gets no event that a real sender sends: ${names} ${verb} all except those with a list instead of a text.`,
    { severity: "warning", hint: `Move it before ${names}, or narrow what they match.` },
  );
}

function shadowedByRoute({ id, match, configPath }: Mapping): Problem {
  const { path } = match;
  const why =
    path === undefined ? "built-in routes take all of its events" : `"${path}" is a built-in route`;
  return createProblem(
    "mapping_unreachable",
    [...configPath, "match", ...(path === undefined ? [] : ["path"])],
    `Mapping "${id}" is never reached: ${why}.`,
    {
      severity: "warning",
      hint: "Remove it, as that route needs no mapping, or choose another name, also in the sender's URL.",
    },
  );
}

function contradictory({ id, configPath }: Mapping): Problem {
  return createProblem(
    "mapping_unreachable",
    [...configPath, "match"],
    `Mapping "${id}" is never reached: its match contradicts itself.`,
    { severity: "warning", hint: "Remove one of the clauses that exclude each other." },
  );
}
