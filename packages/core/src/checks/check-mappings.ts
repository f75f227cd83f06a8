// All mappings and the base path → what is wrong with them together, told to `report` in a fixed order.
import type { Mapping, MatchClauses } from "../model/mapping.ts";
import { configPathToText } from "../problem/config-path.ts";
import { createProblem, type IsIncomplete, type Report } from "../problem/problem.ts";
import { checkUnreachable } from "./check-unreachable.ts";

export interface MappingsToCheck {
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
  checkIds(mappings, report);
  checkCatchAlls(complete, report);
  checkBasePathRepeated(mappings, basePath, report);
  checkUnreachable(complete, report);
}

/** Logs and reports could not tell two mappings of one id apart. */
function checkIds(mappings: readonly Mapping[], report: Report): void {
  const first = new Map<string, Mapping>();
  for (const mapping of mappings) {
    const { id, configPath } = mapping;
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, mapping);
      continue;
    }
    const message = `The id "${id}" is taken by ${configPathToText(earlier.configPath)}.`;
    const hint = "Give each mapping its own id.";
    report(createProblem("id_duplicate", [...configPath, "id"], message, { hint }));
  }
}

/** A mapping without a match is allowed, and seldom meant. */
function checkCatchAlls(mappings: readonly Mapping[], report: Report): void {
  for (const { id, match, configPath } of mappings) {
    if (!isCatchAll(match)) continue;
    const message = `Mapping "${id}" has no match and takes every event that no mapping before it took.`;
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
    const hint = `Write "${path.slice(base.length)}".`;
    const at = [...configPath, "match", "path"];
    report(createProblem("match_repeats_base_path", at, message, { severity: "warning", hint }));
  }
}
