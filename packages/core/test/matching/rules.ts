// Rules and events in short, for the tests of matching.
import type { MatchRule, MatchSubject } from "../../src/serving/match/index-mappings.ts";
import { now } from "../now.ts";

export function ruleOf(clauses: Partial<MatchRule>): MatchRule {
  return {
    path: undefined,
    source: undefined,
    headers: [],
    query: [],
    when: undefined,
    not: undefined,
    ...clauses,
  };
}

export function subjectOf(parts: Partial<MatchSubject>): MatchSubject {
  return { path: "ci", source: undefined, payload: {}, headers: {}, query: {}, now, ...parts };
}
