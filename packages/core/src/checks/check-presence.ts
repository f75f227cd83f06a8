// The keys of a config that has no `hooks` → a warning that says where its keys belong.
import { findNearestName } from "../problem/nearest-name.ts";
import { createProblem, type Report } from "../problem/problem.ts";
import { knownKeys } from "../schema/describe-schema-error.ts";

/** A gateway hands its whole config, also where it has no hooks: so this is a warning where nobody says more. */
export function checkPresence(rootKeys: readonly string[], report: Report): void {
  const message = 'The config has no "hooks", so nothing is served.';
  const extras = { severity: "warning", hint: hintFor(rootKeys) } as const;
  report(createProblem("hooks_missing", [], message, extras));
}

function hintFor(rootKeys: readonly string[]): string {
  const known = knownKeys(["hooks", ""]);
  const misplaced = rootKeys.filter((key) => known.includes(key));
  if (misplaced.length > 0) {
    const names = misplaced.map((key) => `"${key}"`).join(", ");
    return `Put ${names} under "hooks": { … }.`;
  }
  const misspelled = rootKeys.find((key) => findNearestName(key, ["hooks"]) !== undefined);
  if (misspelled !== undefined) return `Rename "${misspelled}" to "hooks".`;
  return 'Add "hooks": { "enabled": true, "token": "${HOOK_TOKEN}", "mappings": [ … ] }.';
}
