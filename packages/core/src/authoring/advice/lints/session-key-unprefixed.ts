// The session key of a mapping → a warning where a payload would have to hold an allowed prefix by chance.

import { parsePath } from "@hookwright/base";
import {
  type Beginning,
  findBeginnings,
  type ParseResult,
  parseTemplate,
} from "@hookwright/template/compile";
import { createProblem, type Report } from "../../../model/index.ts";
import { hasAllowedPrefix, isOpen, type SessionKeyPolicy } from "../../../serving/resolve/index.ts";
import type { Mapping } from "../../config/index.ts";
import {
  atom,
  createEffort,
  findEvent,
  formulaFromMatch,
  listAtoms,
  OPAQUE,
  variableAt,
} from "../../reachability/index.ts";
import type { CheckedMapping } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";

export const CODES: CodeRows = {
  session_key_unprefixed: {
    meaning: "A session key begins with a payload value, although only some prefixes are allowed.",
    level: "hooks",
    wrong:
      'allowedSessionKeyPrefixes: ["hook:"]\nmappings:\n  - match: { path: git }\n    sessionKey: "{{repository.full_name}}"\n    messageTemplate: "{{title}}"',
    right:
      'allowedSessionKeyPrefixes: ["hook:"]\nmappings:\n  - match: { path: git }\n    sessionKey: "hook:{{repository.full_name}}"\n    messageTemplate: "{{title}}"',
    say: "A key that begins with an event's value is refused unless that value happens to begin with an allowed prefix. Write the prefix yourself.",
  },
};

export function check(
  { mapping, compiled, policies: { sessionKeys } }: CheckedMapping,
  report: Report,
): void {
  const { sessionKey } = compiled.fields;
  const { allowedPrefixes = [] } = sessionKeys;
  if (allowedPrefixes.length === 0 || isOpen(sessionKeys) || sessionKey === undefined) return;
  // A transform can still change it.
  if (mapping.skip || mapping.transform !== undefined) return;
  if (sessionKey.literalPrefix.trim() !== "" || !compiled.taintedFields.includes("sessionKey"))
    return;
  const beginnings = beginningsOf(sessionKey.source);
  const policy = { ...sessionKeys, allowedPrefixes };
  if (beginnings.some((one) => canBeAllowed(one, mapping, policy))) return;
  const list = allowedPrefixes.map((prefix) => `"${prefix}"`).join(" or ");
  const message = `The session key of mapping "${mapping.id}" begins with a value of the event, and hooks.allowedSessionKeyPrefixes asks for ${list}: an event whose value does not begin with it is refused.`;
  const value = `${allowedPrefixes[0]}${sessionKey.source.trimStart()}`;
  const hint = `Write ${JSON.stringify(value)}.`;
  const path = [...mapping.configPath, "sessionKey"];
  const change = { kind: "replace", value, safe: false } as const;
  const extras = { severity: "warning", hint, change } as const;
  report(createProblem("session_key_unprefixed", path, message, extras));
}

/** A template that compiled can be parsed again. */
function beginningsOf(source: string): readonly Beginning[] {
  const { parsed } = parseTemplate(source) as ParseResult & { readonly ok: true };
  return findBeginnings(parsed.program);
}

interface PrefixPolicy extends SessionKeyPolicy {
  readonly allowedPrefixes: readonly string[];
}

function canBeAllowed(beginning: Beginning, mapping: Mapping, policy: PrefixPolicy): boolean {
  if (beginning.kind === "unknown") return true;
  if (beginning.kind === "text") return agrees(beginning.text, policy);
  const { path } = beginning;
  if (path === undefined) return false;
  if (SESSION_NAME.test(path)) return true;
  const ownPath = path === "path" ? mapping.match.path : undefined;
  return ownPath === undefined ? isAsked(path, mapping, policy) : agrees(ownPath, policy);
}

/** A sender with such a field knows the gateway, and may know its prefixes. */
const SESSION_NAME = /(?:^|[._-])session(?:[_-]?(?:key|id))?$/i;

/** A short text may be the start of a prefix, which continues after it. */
function agrees(text: string, policy: PrefixPolicy): boolean {
  const start = text.toLowerCase();
  const goesOn = policy.allowedPrefixes.some((prefix) => prefix.toLowerCase().startsWith(start));
  return goesOn || hasAllowedPrefix(text, policy);
}

/** Whether the match takes only events whose value at that path begins as it must, or may do so. */
function isAsked(path: string, { match, forEach }: Mapping, policy: PrefixPolicy): boolean {
  if (JSON.stringify(forEach?.when ?? null).includes(JSON.stringify(path))) return true;
  const written = /^(?:path$|(?:payload|headers|query)\.)/.test(path) ? path : `payload.${path}`;
  const steps = parsePath(written);
  const variable = steps && variableAt(steps);
  if (variable === undefined) return false;
  const formula = formulaFromMatch(match);
  const atoms = listAtoms(formula);
  // A rule that is not looked into, such as `startsWith`.
  const isOpaque = atoms.some(
    (one) => one.variable.startsWith(OPAQUE) && one.variable.includes(JSON.stringify(written)),
  );
  if (isOpaque) return true;
  const values = atoms.flatMap((one) => (one.variable === variable ? [...one.values] : []));
  const allowed = values.filter((value) => hasAllowedPrefix(value.replace(/^\w+ /, ""), policy));
  const others = { holds: formula, fail: [atom(variable, allowed)] };
  return findEvent(others, createEffort()) === "none";
}
