// The matches as written → warnings of paths and header names that no event has, told to `report`.
import type { HooksInput, MatchInput } from "../model/config.ts";
import type { ConfigPath } from "../model/mapping.ts";
import { createProblem, type Report } from "../problem/problem.ts";

export function checkMatchNames({ mappings = [] }: HooksInput, report: Report): void {
  for (const [index, mapping] of mappings.entries()) {
    // A mapping that was no object at all is reported already.
    checkMatch(mapping?.match, ["hooks", "mappings", index, "match"], report);
  }
}

function checkMatch(match: MatchInput | undefined, at: ConfigPath, report: Report): void {
  if (match === undefined) return;
  checkPath(match.path, [...at, "path"], report);
  for (const name of Object.keys(match.headers ?? {})) {
    checkHeaderName(name, [...at, "headers", name], report);
  }
  checkMatch(match.not, [...at, "not"], report);
}

/** `*`, `{id}`, and `:id` where a segment begins. */
const WILDCARD = /\*+|\{[^{}/]*\}|(?<=^|\/):\w+/g;

function checkPath(path: string | undefined, at: ConfigPath, report: Report): void {
  const [first] = path?.match(WILDCARD) ?? [];
  if (path === undefined || first === undefined) return;
  const message = `"path" is compared as it is, so "${first}" stands for nothing but itself.`;
  const hint = hintPath(path.replaceAll(/^\/+|\/+$/g, ""));
  report(createProblem("match_path_pattern", at, message, { severity: "warning", hint }));
}

function hintPath(path: string): string {
  if (/^\*+$/.test(path)) return 'Remove "path": without it, the mapping takes every name.';
  const [start = "", ...others] = path.split(WILDCARD);
  const isPrefix = others.length === 1 && others[0] === "" && path.endsWith("*");
  const rule = isPrefix
    ? `{ "startsWith": [{ "var": "path" }, ${JSON.stringify(start)}] }`
    : `{ "matches": [{ "var": "path" }, ${JSON.stringify(patternOf([start, ...others]))}] }`;
  return `In place of "path" write "when": ${rule}.`;
}

function patternOf(literals: readonly string[]): string {
  const escaped = literals.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return `^${escaped.join("[^/]+")}$`;
}

/** Names of headers come with hyphens; the servers in front of many gateways drop others. */
function checkHeaderName(name: string, at: ConfigPath, report: Report): void {
  if (!name.includes("_")) return;
  const message = `Names of headers have hyphens: no sender is known for "${name}".`;
  const hint = `Write "${hyphenated(name)}".`;
  report(createProblem("match_header_name", at, message, { severity: "warning", hint }));
}

/** Environments of older gateways name them so: `HTTP_X_EVENT`. */
function hyphenated(name: string): string {
  return name
    .replace(/^http_/i, "")
    .replaceAll("_", "-")
    .toLowerCase();
}
