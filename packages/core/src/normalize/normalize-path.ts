// The base path as written → one leading slash, no trailing one; the default where it is wrong.
import { stripOuterSlashes } from "../data/strip-outer-slashes.ts";
import { createProblem } from "../problem/problem.ts";
import type { Report } from "../problem/report.ts";
import { HOOKS_DEFAULTS } from "./defaults.ts";

/** What would never match a request path as it is sent. */
const UNMATCHABLE = /[?#\s]|\/\//;

export function normalizeBasePath(written: string | undefined, report: Report): string {
  if (written === undefined || written.trim() === "") return HOOKS_DEFAULTS.path;
  const name = stripOuterSlashes(written.trim());
  if (name !== "" && !UNMATCHABLE.test(name)) return `/${name}`;
  const message = "hooks.path must name a path below the root, without spaces, query or fragment.";
  const hint = `Write "${HOOKS_DEFAULTS.path}", the default.`;
  report(createProblem("path_invalid", ["hooks", "path"], message, { hint }));
  return HOOKS_DEFAULTS.path;
}
