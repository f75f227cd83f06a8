// All mappings → what the bodies of each name may be, where that is not JSON alone; what contradicts that is reported.

import type { BodyFormat, RouteAuth } from "@hookwright/signatures/internal";
import {
  configPathToText,
  createProblem,
  type IsIncomplete,
  isBuiltInRoute,
  type Report,
} from "../base/index.ts";
import type { Mapping } from "../config/index.ts";

interface BodyFormatOptions {
  /** By hook name. */
  readonly routeAuths: ReadonlyMap<string, RouteAuth>;
  readonly isIncomplete: IsIncomplete;
  readonly report: Report;
}

/** A body is decoded before anything knows which mapping it is for, so all mappings of a name agree. */
export function compileBodyFormats(
  mappings: readonly Mapping[],
  { routeAuths, isIncomplete, report }: BodyFormatOptions,
): ReadonlyMap<string, readonly BodyFormat[]> {
  const first = new Map<string, Mapping>();
  for (const mapping of mappings) {
    const { path } = mapping.match;
    // Of a body or a match with something wrong in it, enough is reported already.
    if (isIncomplete(mapping.configPath, ["body", "match"])) continue;
    if (path === undefined || isBuiltInRoute(path)) {
      if (mapping.body !== undefined && mapping.body !== "json") reportMisplaced(mapping, report);
      continue;
    }
    const earlier = first.get(path);
    if (earlier === undefined) {
      first.set(path, mapping);
      checkToken(mapping, routeAuths.get(path), report);
    } else if (!agree(earlier, mapping, routeAuths.get(path))) {
      reportConflict(earlier, mapping, report);
    }
  }
  return new Map(
    [...first]
      .map(([path, mapping]) => [path, formatsOf(mapping, routeAuths.get(path))] as const)
      .filter(([, formats]) => formats !== JSON_ALONE),
  );
}

/** Where neither a mapping nor the row of a vendor says more. */
export const JSON_ALONE: readonly BodyFormat[] = ["json"];

/** What the mapping says, else what the vendor sends. */
function formatsOf({ body }: Mapping, auth: RouteAuth | undefined): readonly BodyFormat[] {
  if (body === undefined) return auth?.provider?.body ?? JSON_ALONE;
  return body === "json" ? JSON_ALONE : [body];
}

function agree(earlier: Mapping, later: Mapping, auth: RouteAuth | undefined): boolean {
  const [one, other] = [formatsOf(earlier, auth), formatsOf(later, auth)];
  return one.length === other.length && one.every((format) => other.includes(format));
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
  const other = `${configPathToText(earlier.configPath)} has ${bodyToText(earlier.body)}`;
  const message = `Mapping "${id}" takes the name "${match.path}" with ${bodyToText(body)}, and ${other}.`;
  const hint = "All mappings of a name have the same body: copy it, or choose another name.";
  report(createProblem("body_conflict", [...configPath, "body"], message, { hint }));
}

function bodyToText(body: BodyFormat | undefined): string {
  return body === undefined ? 'no "body"' : `"body": "${body}"`;
}

/** A token that cannot be taken out of a text would be shown to the agent. */
function checkToken(
  { id, body, configPath }: Mapping,
  auth: RouteAuth | undefined,
  report: Report,
): void {
  if (body === undefined || body === "json" || body === "form") return;
  const [place] = auth?.secretPlaces.body ?? [];
  if (place === undefined) return;
  const message = `The auth of mapping "${id}" reads the token at "${place}" of the body, which "body": "${body}" cannot take out of it.`;
  const hint = 'Write "body": "json" or "form", or let the sender show its token in a header.';
  report(createProblem("body_conflict", [...configPath, "body"], message, { hint }));
}
