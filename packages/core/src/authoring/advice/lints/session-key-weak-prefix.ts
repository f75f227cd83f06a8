// The fixed beginning of a session key → a warning where a payload can choose a session outside of the hooks.

import { createProblem, type Report } from "../../../model/index.ts";
import { hasAllowedPrefix } from "../../../serving/resolve/index.ts";
import type { CheckedMapping } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";

export const CODES: CodeRows = {
  session_key_weak_prefix: {
    meaning:
      "A session key begins with text that no allowed prefix covers, and goes on with payload values.",
    wrong: 'sessionKey: "repo-{{repository.id}}"',
    right: 'sessionKey: "hook:repo-{{repository.id}}"',
    say: "Together with the event's value, the key may become that of another conversation. Begin keys with `hook:`.",
  },
};

/** The operator's literal beginning is trusted, but `a{{k}}` can become `agent:main:main`. */
export function check(
  { mapping, compiled, policies: { sessionKeys } }: CheckedMapping,
  report: Report,
): void {
  const { sessionKey } = compiled.fields;
  if (sessionKey === undefined || mapping.skip) return;
  const start = sessionKey.literalPrefix.trimStart();
  if (start === "" || !compiled.taintedFields.includes("sessionKey")) return;
  if (hasAllowedPrefix(start, sessionKeys)) return;
  const message = `The session key of mapping "${mapping.id}" begins with ${JSON.stringify(start)}, which is not an allowed prefix: the rest of the key comes from the payload, so the key may name a session that does not belong to the hooks.`;
  const hint =
    sessionKeys.allowedPrefixes === undefined
      ? 'Begin it with "hook:", or name its beginning in hooks.allowedSessionKeyPrefixes.'
      : "Begin it with one of hooks.allowedSessionKeyPrefixes, or add its beginning there.";
  const path = [...mapping.configPath, "sessionKey"];
  report(createProblem("session_key_weak_prefix", path, message, { severity: "warning", hint }));
}
