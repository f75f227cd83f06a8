// The name of a header that has an underscore → the warning.
import type { ConfigPath } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

/** Senders write hyphens, and many servers drop a header with an underscore. */
export function headerProblem(name: string, at: ConfigPath): Problem {
  const message = `Names of headers have hyphens: no sender is known for "${name}".`;
  const hint = `Write "${hyphenated(name)}".`;
  return createProblem("match_header_name", at, message, { severity: "warning", hint });
}

/** Environments of older gateways name them so: `HTTP_X_EVENT`. */
function hyphenated(name: string): string {
  return name
    .replace(/^http_/i, "")
    .replaceAll("_", "-")
    .toLowerCase();
}
