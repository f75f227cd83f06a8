// The path of a match → a warning where no request has it: a pattern, a URL, or what a URL cannot carry.

import { stripOuterSlashes } from "@hookwright/base";
import { type Advice, type ConfigPath, createProblem, type Report } from "../../model/index.ts";
import { ruleToJson } from "../rules/index.ts";
import type { CodeRows } from "./code-row.ts";
import { findMeaning, type Meaning, patternOfParts, ruleOfMeaning } from "./find-meaning.ts";

export const CODES: CodeRows = {
  match_path_pattern: {
    meaning:
      "The path of a match looks like a pattern or a URL, and paths are compared as they are.",
    wrong: "match: { path: shop-* }",
    right: 'match: { when: { startsWith: [{ var: path }, "shop-"] } }',
    say: "Names are compared literally. Use a condition to match part of a name.",
  },
  match_path_unsent: {
    meaning: "The path of a match contains characters that no request has in the name of a hook.",
    wrong: "match: { path: büro }",
    right: "match: { path: b%C3%BCro }",
    say: "Write the name as in the URL: percent-encode spaces and non-ASCII letters, and leave out `?` and `#`.",
  },
};

interface PathContext {
  readonly at: ConfigPath;
  /** Whether the mapping has an `auth`, which wants a path that says whose it is. */
  readonly hasAuth: boolean;
  readonly hasWhen: boolean;
  readonly report: Report;
}

export function checkPath(path: string, context: PathContext): void {
  const { at, report } = context;
  if (path.length > MAX_LENGTH) return;
  const found = findUrl(path) ?? findPattern(path, context) ?? findUnsent(path);
  if (found === undefined) return;
  const { code, message, ...advice } = found;
  report(createProblem(code, at, message, { severity: "warning", ...advice }));
}

/** No name is longer, and expressions below take a time that grows with the square of the length. */
const MAX_LENGTH = 1_000;

interface Found extends Advice {
  readonly code: "match_path_pattern" | "match_path_unsent";
  readonly message: string;
}

/** A name of a hook has no scheme and host. */
const ORIGIN = /^https?:\/\/[^/]*/i;

function findUrl(path: string): Found | undefined {
  if (!ORIGIN.test(path)) return undefined;
  const name = path.replace(ORIGIN, "").replace(/^\/+(?:hooks\/)?/, "");
  const message = '"path" is the name after the base path, and not a URL: no event has this one.';
  return { code: "match_path_pattern", message, ...write(name) };
}

/** A match that took no event takes some now. */
function write(path: string): Advice {
  const hint = `Write "${path}".`;
  return path === "" ? { hint } : { hint, change: { kind: "replace", value: path, safe: false } };
}

/** `*`, `.*`, `{id}`, `{{id}}`, `<id>`, `[id]`, and `:id` where a segment begins. */
const WILDCARD = /\.?\*+|\$?\{+[^{}/]*\}+|<[^<>/]*>|(?<=^|\/)(?:\[[\w.-]+\](?=\/|$)|:\w+)/g;

/** `^ci$`: how regular expressions begin and end. */
const ANCHORS = /^\^|\$$/g;

function findPattern(written: string, context: PathContext): Found | undefined {
  const path = /^\/.*\/[gimsuy]*$/.test(written) ? written : stripOuterSlashes(written);
  const [wildcard] = path.match(WILDCARD) ?? path.match(ANCHORS) ?? [];
  const meaning = findMeaning(path, { kind: "path", name: "" });
  const shown = wildcard ?? (meaning && path);
  if (shown === undefined) return undefined;
  const message = `"path" is compared literally, so "${shown}" matches only itself.`;
  const advice = advisePattern(path, wildcard === undefined ? meaning : undefined, context);
  return { code: "match_path_pattern", message, ...advice };
}

function advisePattern(
  path: string,
  meaning: Meaning | undefined,
  { hasAuth, hasWhen }: PathContext,
): Advice {
  if (/^\^?\.?\*+\$?$/.test(path) && !hasAuth) {
    return { hint: 'Remove "path": without it, the mapping takes every name.' };
  }
  const name = path.replaceAll(ANCHORS, "");
  if (meaning === undefined && name.search(WILDCARD) === -1) return write(name);
  // The keys of one sender belong to one name.
  if (hasAuth) return { hint: 'Write a mapping for each name: an "auth" belongs to one "path".' };
  const rule =
    meaning === undefined ? ruleOfWildcards(path) : ruleOfMeaning(meaning, { var: "path" });
  if (rule === undefined) return { hint: "Write a mapping for each name." };
  return { hint: hintRule('"path"', rule, hasWhen) };
}

/** What to write instead of a clause; a match has one condition. */
export function hintRule(clause: string, rule: object, hasWhen: boolean): string {
  return hasWhen
    ? `In place of ${clause} join to "when", with { "and": [ … ] }: ${ruleToJson(rule)}.`
    : `In place of ${clause} write "when": ${ruleToJson(rule)}.`;
}

function ruleOfWildcards(path: string): object {
  const [start = "", ...others] = path.replaceAll(ANCHORS, "").split(WILDCARD);
  const isPrefix = others.length === 1 && others[0] === "" && /\*\$?$/.test(path);
  const name = { var: "path" };
  return isPrefix
    ? { startsWith: [name, start] }
    : { matches: [name, patternOfParts([start, ...others], "[^/]+")] };
}

/** What a client writes in its percent form. Beyond ASCII, that is each byte of UTF-8. */
const ESCAPED = /[^!-~]|["<>`]/gu;

const DOTS = /(?:^|\/)\.{1,2}(?=\/|$)/;

function findUnsent(written: string): Found | undefined {
  const path = stripOuterSlashes(written.trim());
  const [name = "", query] = path.replace(/#.*/s, "").split("?");
  if (name !== path) {
    const message = `"path" is the name alone: what follows "${path[name.length]}" is not part of it, so no event has this one.`;
    const clauses = query === undefined ? "" : clausesOf(query);
    const advice = clauses === "" ? write(name) : { hint: `Write "path": "${name}"${clauses}.` };
    return { code: "match_path_unsent", message, ...advice };
  }
  if (DOTS.test(path)) {
    const message = 'Clients resolve "." and ".." in a URL, so no event has this "path".';
    return { code: "match_path_unsent", message, ...write(resolveDots(path)) };
  }
  const escaped = path.replaceAll(ESCAPED, escapeCharacter);
  if (escaped === path) return undefined;
  const message =
    '"path" is compared as a URL carries it, where blanks and letters beyond ASCII have their percent form.';
  return { code: "match_path_unsent", message, ...write(escaped) };
}

/** A lone surrogate has no bytes. */
function escapeCharacter(character: string): string {
  return /\p{Surrogate}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
}

/** `kind=push&x` → the same as a clause; undefined if it is not a list of parameters. */
function clausesOf(query: string): string {
  const fields = query.split("&").map((part) => /^([\w.-]+)=([\w.-]+)$/.exec(part));
  if (query === "" || fields.includes(null)) return "";
  const clauses = fields.map((field) => `"${field?.[1]}": "${field?.[2]}"`);
  return ` and "query": { ${clauses.join(", ")} }`;
}

function resolveDots(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}
