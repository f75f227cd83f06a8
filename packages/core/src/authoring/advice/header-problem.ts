// The name of a header that has an underscore → the warning.
import type { ConfigPath, Problem } from "../../model/index.ts";
import { createProblem } from "../../model/index.ts";
import type { CodeRows } from "./code-row.ts";

export const CODES: CodeRows = {
  match_header_name: {
    meaning: "A match asks for a header whose name has an underscore.",
    wrong: "match: { path: github, headers: { X_GITHUB_EVENT: push } }",
    right: "match: { path: github, headers: { x-github-event: push } }",
    say: "Header names have hyphens; case does not matter.",
  },
};

/** Senders write hyphens, and many servers drop a header with an underscore. */
export function headerProblem(name: string, at: ConfigPath): Problem {
  const message = `Header names usually have hyphens: no known sender sends "${name}".`;
  const key = hyphenated(name);
  // A match on the new name takes events that no event was taken for before.
  const change = at.at(-1) === name ? ({ kind: "rename", key, safe: false } as const) : undefined;
  const extras = { severity: "warning", hint: `Write "${key}".`, change } as const;
  return createProblem("match_header_name", at, message, extras);
}

/** Environments of older gateways name them so: `HTTP_X_EVENT`. */
function hyphenated(name: string): string {
  return name
    .replace(/^http_/i, "")
    .replaceAll("_", "-")
    .toLowerCase();
}
