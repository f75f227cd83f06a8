// A group of differences → what became of its events, in words: `mail → unmatched`.
import type { ChangeGroup, ComparedResult } from "@hookwright/testing";

export function describeGroup(group: ChangeGroup): string {
  const { before, after, fields, sessions, sessionCount, undecided } = group;
  const name = after.mapping ?? before.mapping ?? "a built-in hook";
  switch (group.class) {
    case "unsafe":
      return `${name}: ${fields.map((field) => UNSAFE[field] ?? field).join(", ")}`;
    case "session-merged":
    case "session-split": {
      const counts = `(${sessionCount?.before} sessions → ${sessionCount?.after})`;
      return `${name}: ${sessions?.before} → ${sessions?.after}  ${counts}`;
    }
    case "target":
    case "fields":
    case "text":
      return `${name}: ${fields.join(", ")}`;
    case "undecided":
      return `${name}: ${undecided.map((path) => `${path} is redacted`).join(", ")}`;
    default:
      return describeResults(before, after);
  }
}

const UNSAFE: Readonly<Record<string, string>> = {
  fence: "the fence is off",
  instructions: "instructions are shorter",
  "transform.lock": "transform.lock has fewer fields",
};

/** The name once where the mapping is the same. */
function describeResults(before: ComparedResult, after: ComparedResult): string {
  const [old, next] = [describeResult(before), describeResult(after)];
  if (before.mapping !== undefined && before.mapping === after.mapping) {
    return `${before.mapping}: ${old} → ${next}`;
  }
  return `${withName(before, old)} → ${withName(after, next)}`;
}

function describeResult({ becomes, code }: ComparedResult): string {
  return code === undefined ? becomes : `${becomes} (${code})`;
}

function withName({ mapping }: ComparedResult, text: string): string {
  return mapping === undefined ? text : `${text} ${mapping}`;
}
