// All mappings → one `auth` for each name; what contradicts that is reported.
import {
  configPathToText,
  createProblem,
  type IsIncomplete,
  isBuiltInRoute,
  type Report,
} from "../../base/index.ts";
import type { Mapping, MappingAuth } from "../../config/index.ts";

/** A name with the `auth` of all its mappings, and the first of these. */
export interface NamedAuth {
  readonly name: string;
  readonly auth: MappingAuth;
  readonly mapping: Mapping;
}

export function checkAuthNames(
  mappings: readonly Mapping[],
  isIncomplete: IsIncomplete,
  report: Report,
): readonly NamedAuth[] {
  const first = new Map<string, Mapping>();
  for (const mapping of mappings) {
    const { path } = mapping.match;
    // Of an auth or a match with something wrong in it, enough is reported already.
    if (isIncomplete(mapping.configPath, ["auth", "match"])) continue;
    if (path === undefined || isBuiltInRoute(path)) {
      if (mapping.auth !== undefined) reportMisplaced(mapping, report);
      continue;
    }
    const earlier = first.get(path);
    if (earlier === undefined) first.set(path, mapping);
    else if (!isSameAuth(earlier.auth, mapping.auth)) reportConflict(earlier, mapping, report);
  }
  return [...first].flatMap(([name, mapping]) =>
    mapping.auth === undefined ? [] : [{ name, auth: mapping.auth, mapping }],
  );
}

function reportMisplaced({ id, match, configPath }: Mapping, report: Report): void {
  const isRoute = match.path !== undefined;
  const message = isRoute
    ? `Mapping "${id}" has an auth, but "${match.path}" is a built-in route, which the hook token opens.`
    : `Mapping "${id}" has an auth, but no match.path: it would take events of many names.`;
  const hint = isRoute
    ? "Choose another name, also in the sender's URL."
    : 'Write "match": { "path": … } with the name that the sender posts to.';
  report(createProblem("auth_misplaced", [...configPath, "auth"], message, { hint }));
}

/** Events would be authenticated by one and resolved by the other. */
function reportConflict(
  earlier: Mapping,
  { id, match, configPath }: Mapping,
  report: Report,
): void {
  const other = configPathToText(earlier.configPath);
  const message = `Mapping "${id}" takes the name "${match.path}" with another auth than ${other}.`;
  const hint = "All mappings of a name have the same auth: copy it, or choose another name.";
  report(createProblem("auth_conflict", [...configPath, "auth"], message, { hint }));
}

function isSameAuth(one: MappingAuth | undefined, other: MappingAuth | undefined): boolean {
  return JSON.stringify(sorted(one?.written)) === JSON.stringify(sorted(other?.written));
}

/** The order in which keys are written means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
