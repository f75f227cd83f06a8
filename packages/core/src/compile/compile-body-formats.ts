// All mappings → what the bodies of each name are, where that is not JSON; what contradicts that is reported.
import { isBuiltInRoute } from "../data/built-in-routes.ts";
import type { RouteAuth } from "../model/auth/route-auth.ts";
import type { BodyFormat, Mapping } from "../model/mapping.ts";
import { configPathToText } from "../problem/config-path.ts";
import { createProblem, type IsIncomplete, type Report } from "../problem/problem.ts";

export interface BodyFormatOptions {
  /** By hook name. */
  readonly routeAuths: ReadonlyMap<string, RouteAuth>;
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}

/** A body is decoded before anything knows which mapping it is for, so all mappings of a name agree. */
export function compileBodyFormats(
  mappings: readonly Mapping[],
  { routeAuths, isIncomplete, report }: BodyFormatOptions,
): ReadonlyMap<string, BodyFormat> {
  const first = new Map<string, Mapping>();
  for (const mapping of mappings) {
    const { path } = mapping.match;
    // Of a body or a match with something wrong in it, enough is reported already.
    if (isIncomplete(mapping.configPath, ["body", "match"])) continue;
    if (path === undefined || isBuiltInRoute(path)) {
      if (mapping.body !== "json") reportMisplaced(mapping, report);
      continue;
    }
    const earlier = first.get(path);
    if (earlier === undefined) {
      first.set(path, mapping);
      checkToken(mapping, routeAuths.get(path), report);
    } else if (earlier.body !== mapping.body) {
      reportConflict(earlier, mapping, report);
    }
  }
  const written = [...first].filter(([, { body }]) => body !== "json");
  return new Map(written.map(([path, { body }]) => [path, body]));
}

function reportMisplaced({ id, match, body, configPath }: Mapping, report: Report): void {
  const isRoute = match.path !== undefined;
  const message = isRoute
    ? `Mapping "${id}" has "body": "${body}", but "${match.path}" is a built-in route, which takes JSON.`
    : `Mapping "${id}" has "body": "${body}", but no match.path: it would decode events of many names.`;
  const hint = isRoute
    ? "Choose another name, also in the sender's URL."
    : 'Write "match": { "path": … } with the name that the sender posts to.';
  report(createProblem("body_misplaced", [...configPath, "body"], message, { hint }));
}

function reportConflict(
  earlier: Mapping,
  { id, match, body, configPath }: Mapping,
  report: Report,
): void {
  const other = `${configPathToText(earlier.configPath)} has "${earlier.body}"`;
  const message = `Mapping "${id}" takes the name "${match.path}" with "body": "${body}", and ${other}.`;
  const hint = "All mappings of a name have the same body: copy it, or choose another name.";
  report(createProblem("body_conflict", [...configPath, "body"], message, { hint }));
}

/** A token that cannot be taken out of a text would be shown to the agent. */
function checkToken(
  { id, body, configPath }: Mapping,
  auth: RouteAuth | undefined,
  report: Report,
): void {
  if (body === "json" || body === "form") return;
  const [place] = auth?.secretPlaces.body ?? [];
  if (place === undefined) return;
  const message = `The auth of mapping "${id}" reads the token at "${place}" of the body, which "body": "${body}" cannot take out of it.`;
  const hint = 'Write "body": "json" or "form", or let the sender show its token in a header.';
  report(createProblem("body_conflict", [...configPath, "body"], message, { hint }));
}
