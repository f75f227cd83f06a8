// The matches as written → warnings of values that look like patterns: all of them are compared as they are.

import { pathFromSteps } from "@hookwright/base";
import { type Advice, type ConfigPath, createProblem, type Report } from "../../model/index.ts";
import type { HooksInput, MatchInput, MatchValues } from "../config/index.ts";
import { ruleToJson } from "../rules/index.ts";
import { checkPath, hintRule } from "./check-match-path.ts";
import type { CodeRows } from "./code-row.ts";
import {
  type ComparedName,
  findMeaning,
  type Meaning,
  ruleOfMeanings,
  valuesOf,
} from "./find-meaning.ts";

export const CODES: CodeRows = {
  value_pattern: {
    meaning:
      "A value that is compared or used literally looks like a pattern, or like a list of values.",
    wrong: 'match: { path: github, headers: { x-github-event: "pull_request*" } }',
    right:
      'match: { path: github, when: { startsWith: [{ var: headers.x-github-event }, "pull_request"] } }',
    say: "Values are compared literally. For several values write a list; for part of a value use a condition.",
  },
};

export function checkMatchValues({ mappings = [] }: HooksInput, report: Report): void {
  for (const [index, mapping] of mappings.entries()) {
    if (mapping?.match === undefined) continue;
    const at = ["hooks", "mappings", index, "match"];
    checkMatch(mapping.match, {
      at,
      isWithinNot: false,
      hasAuth: mapping.auth !== undefined,
      report,
    });
  }
}

interface MatchContext {
  readonly at: ConfigPath;
  readonly isWithinNot: boolean;
  readonly hasAuth: boolean;
  readonly report: Report;
}

function checkMatch(match: MatchInput, context: MatchContext): void {
  const { at, report } = context;
  if (match.path !== undefined)
    checkPath(match.path, { ...context, hasWhen: match.when !== undefined, at: [...at, "path"] });
  const warn = createWarning(match, context);
  if (match.source !== undefined)
    warn({ clause: "source", kind: "source", name: "source" }, match.source);
  for (const clause of ["headers", "query"] as const) {
    const kind = clause === "headers" ? "header" : "query";
    const values: MatchValues = match[clause] ?? {};
    for (const [name, wanted] of Object.entries(values)) warn({ clause, kind, name }, wanted);
  }
  if (match.not !== undefined) {
    checkMatch(match.not, { ...context, at: [...at, "not"], isWithinNot: true, report });
  }
}

interface Compared extends ComparedName {
  readonly clause: "source" | "headers" | "query";
}

type Warn = (compared: Compared, wanted: string | readonly string[]) => void;

function createWarning(match: MatchInput, { at, isWithinNot, report }: MatchContext): Warn {
  return (compared, wanted) => {
    const { clause, kind, name } = compared;
    const values = [wanted].flat().filter((value) => value !== undefined);
    const path = clause === "source" ? [...at, clause] : [...at, clause, name];
    const what = kind === "header" ? `The header "${name}"` : `The ${SUBJECTS[clause]} "${name}"`;
    if (kind !== "source" && values.every((value) => value.trim() === "") && values.length > 0) {
      const message = `${what} is compared with an empty text, so only a request that has it without a value fits.`;
      // `?debug` is a parameter without a value.
      const severity = kind === "query" ? "hint" : "warning";
      const { hint } = adviseAny(compared, isWithinNot);
      report(createProblem("value_pattern", path, message, { severity, hint }));
      return;
    }
    const found = values.map((value) => findMeaning(value, compared));
    const first = found.findIndex((meaning) => meaning !== undefined);
    if (first === -1) return;
    const meanings = found.map(
      (meaning, index): Meaning => meaning ?? { is: "text", value: values[index] as string },
    );
    const message = `${what} is compared literally, so ${JSON.stringify(values[first])} matches only itself.`;
    const advice = advise(meanings, {
      ...compared,
      isWithinNot,
      hasWhen: match.when !== undefined,
      path,
    });
    report(createProblem("value_pattern", path, message, { severity: "warning", ...advice }));
  };
}

const SUBJECTS = { headers: "header", query: "parameter", source: "field" } as const;

interface Advised extends Compared {
  readonly isWithinNot: boolean;
  readonly hasWhen: boolean;
  readonly path: ConfigPath;
}

function advise(meanings: readonly Meaning[], compared: Advised): Advice {
  const { clause, kind, name, isWithinNot, path } = compared;
  if (meanings.some(({ is }) => is === "any")) return adviseAny(compared, isWithinNot);
  const plain = meanings.map(valuesOf);
  if (
    plain.every((values) => values.length > 0) &&
    (kind !== "source" || plain.flat().length === 1)
  ) {
    const values = [...new Set(plain.flat())];
    const value = values.length === 1 ? values[0] : values;
    // A match that took no event takes some now.
    return {
      hint: `Write ${ruleToJson(value)}.`,
      change: { kind: "replace", value, path, safe: false },
    };
  }
  const [only] = meanings;
  if (
    meanings.length === 1 &&
    only?.is === "not" &&
    findMeaning(only.value, compared) === undefined
  ) {
    const wanted =
      kind === "source"
        ? `"source": "${only.value}"`
        : `"${clause}": { "${name}": "${only.value}" }`;
    return isWithinNot
      ? { hint: `Write ${wanted} into "match" itself, and remove it from "not".` }
      : { hint: `In place of it write "not": { ${wanted} } into "match".` };
  }
  const field = fieldOf(compared);
  const rule = field === undefined ? undefined : ruleOfMeanings(meanings, { var: field });
  if (rule === undefined) return { hint: "Write the values that it can have, in a list." };
  return { hint: hintRule("it", rule, compared.hasWhen) };
}

function adviseAny(compared: Compared, isWithinNot: boolean): Advice {
  const field = fieldOf(compared);
  const exists = `"when": { "exists": "${field}" }`;
  return isWithinNot
    ? { hint: `In place of it write ${exists} into "not".` }
    : {
        hint: `Remove it to take any value. Where the request has to have it, write ${exists} in place of it.`,
      };
}

/** The path from which a condition reads it. */
function fieldOf({ kind, name }: ComparedName): string | undefined {
  if (kind === "source") return "payload.source";
  return kind === "header"
    ? pathFromSteps(["headers", name.trim().toLowerCase()])
    : pathFromSteps(["query", name.trim()]);
}
