// The prefixes of session keys → warnings where a payload can choose a session outside of the hooks.
import type { CompiledMapping } from "../compiled.ts";
import type { Mapping } from "../model/mapping.ts";
import { hasAllowedPrefix, isOpen, type SessionKeyPolicy } from "../policy/check-session-key.ts";
import { createProblem, type Report } from "../problem/problem.ts";
import type { CompileContext } from "./compile-context.ts";
import { readsPayload } from "./compile-fields.ts";

export function checkOpenPrefixes(policy: SessionKeyPolicy, report: Report): void {
  if (!isOpen(policy)) return;
  const path = ["hooks", "allowedSessionKeyPrefixes"];
  const message =
    "hooks.allowedSessionKeyPrefixes allows every session key: a sender can choose a session of the gateway's own.";
  const hint = 'Write ["hook:"], or leave it out: keys are then put under "hook:".';
  report(createProblem("session_prefix_open", path, message, { severity: "warning", hint }));
}

/** The operator's literal beginning is trusted, but `a{{k}}` can become `agent:main:main`. */
export function checkWeakPrefix(
  mapping: Mapping,
  { fields: { sessionKey } }: CompiledMapping,
  { sessionKeys, report }: CompileContext,
): void {
  if (sessionKey === undefined || mapping.action === "wake" || mapping.skip) return;
  const start = sessionKey.literalPrefix.trimStart();
  if (start === "" || sessionKey.isLiteral || !readsPayload(sessionKey, mapping)) return;
  if (hasAllowedPrefix(start, sessionKeys)) return;
  const message = `The session key of mapping "${mapping.id}" begins with ${JSON.stringify(start)}, which is no allowed prefix: with what follows from the payload, it may be a session that is not of the hooks.`;
  const hint =
    sessionKeys.allowedPrefixes === undefined
      ? 'Begin it with "hook:", or name its beginning in hooks.allowedSessionKeyPrefixes.'
      : "Begin it with one of hooks.allowedSessionKeyPrefixes, or add its beginning there.";
  const path = [...mapping.configPath, "sessionKey"];
  report(createProblem("session_key_weak_prefix", path, message, { severity: "warning", hint }));
}
