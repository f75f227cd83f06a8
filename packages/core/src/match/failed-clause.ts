// One rule and one event → the clause of the match that fails, in words; or undefined where it matches.
import type { MatchRule, MatchSubject } from "./index-mappings.ts";

export function findFailedClause(rule: MatchRule, subject: MatchSubject): string | undefined {
  const { path, source } = rule.match;
  if (path !== undefined && path !== subject.path) {
    return `match.path is "${path}", the event's name is "${subject.path}"`;
  }
  if (source !== undefined && source !== subject.source) {
    const seen = subject.source === undefined ? "has none" : `has "${subject.source}"`;
    return `match.source is "${source}", the payload ${seen}`;
  }
  return undefined;
}
