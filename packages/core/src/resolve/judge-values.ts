// The values of a draft → the same values as the policies accept them, or the refusal.

import type { FieldValues, Refusal } from "../base/index.ts";
import { parseThinking, THINKING_LEVELS } from "../base/index.ts";
import { neutralize } from "../fence/index.ts";
import type { CompiledConfig } from "./compiled.ts";
import type { Draft } from "./draft.ts";
import {
  checkAgent,
  checkId,
  checkModel,
  type IdField,
  refuseId,
  spellAgent,
  spellModel,
} from "./policy/check-ids.ts";
import {
  checkSessionKey,
  HOOK_PREFIX,
  refuseEmptySessionKey,
  refuseMissingSessionKey,
  type SessionKeyResult,
} from "./policy/check-session-key.ts";

export type JudgeResult =
  | {
      readonly ok: true;
      readonly fields: FieldValues;
      /** For the sender and the operator: what was changed. */
      readonly warnings: readonly string[];
    }
  /** `field` is the one whose value is refused; absent where there is no value. */
  | { readonly ok: false; readonly field?: IdField; readonly refusal: Refusal };

const NO_WARNINGS: readonly string[] = [];
const MOVED = [
  `The session key does not begin with "${HOOK_PREFIX}", which was put in front of it.`,
];

const UNKNOWN_THINKING = `"thinking" names none of the levels ${THINKING_LEVELS.join(", ")}, and is handed on as it is.`;

/** What a wake does not use is not judged. */
export function judgeValues(draft: Draft, config: CompiledConfig): JudgeResult {
  const { fields } = draft;
  const { models } = config.policies;
  if (draft.kind === "wake") {
    // Without an agent it goes to the main session, as every wake did before wakes could name one.
    const refusal = fields.agentId === undefined ? undefined : judgeAgent(draft, config);
    if (refusal !== undefined) return { ok: false, field: "agentId", refusal };
    return { ok: true, fields: withSpelling(fields, config), warnings: NO_WARNINGS };
  }
  const isLasting = fields.sessionMode === "persistent";
  if (isLasting && (fields.sessionKey ?? config.defaultSessionKey) === undefined) {
    return { ok: false, refusal: refuseMissingSessionKey() };
  }
  const key = judgeSessionKey(draft, config);
  if (!key.ok) return { ok: false, field: "sessionKey", refusal: key.refusal };
  const agent = judgeAgent(draft, config);
  if (agent !== undefined) return { ok: false, field: "agentId", refusal: agent };
  const model = judgeId("model", fields.model) ?? checkModel(fields.model, models);
  if (model !== undefined) return { ok: false, field: "model", refusal: model };
  const to = judgeId("to", fields.to);
  if (to !== undefined) return { ok: false, field: "to", refusal: to };
  const account = judgeId("accountId", fields.accountId);
  if (account !== undefined) return { ok: false, field: "accountId", refusal: account };
  const warnings = warn(draft, key.isMoved);
  const settled = key.key === fields.sessionKey ? fields : { ...fields, sessionKey: key.key };
  return {
    ok: true,
    fields: withSpelling(settled, config),
    warnings,
  };
}

/** The operator's own words are not told to each sender. */
function warn({ fields: { thinking }, taintedFields }: Draft, isMoved: boolean): readonly string[] {
  const isUnknown =
    thinking !== undefined &&
    taintedFields.includes("thinking") &&
    parseThinking(thinking) === undefined;
  if (!isUnknown) return isMoved ? MOVED : NO_WARNINGS;
  return isMoved ? [...MOVED, UNKNOWN_THINKING] : [UNKNOWN_THINKING];
}

function judgeSessionKey(draft: Draft, config: CompiledConfig): SessionKeyResult {
  const { policies, defaultSessionKey, environment } = config;
  const { sessionKey } = draft.fields;
  if (sessionKey === "") return { ok: false, refusal: refuseEmptySessionKey() };
  const key = sessionKey ?? defaultSessionKey;
  if (key === undefined) {
    return { ok: true, key: HOOK_PREFIX + environment.randomId(), isMoved: false };
  }
  const origin = sessionKey === undefined ? "operator" : draft.origins.sessionKey;
  const result = checkSessionKey(key, origin, policies.sessionKeys);
  if (!result.ok) return result;
  const refusal = judgeId("sessionKey", result.key);
  return refusal === undefined ? result : { ok: false, refusal };
}

/** Also an agent that nobody named is judged where the config limits agents: it is the default one. */
function judgeAgent(
  { fields: { agentId }, origins }: Draft,
  { policies: { agents } }: CompiledConfig,
): Refusal | undefined {
  return judgeId("agentId", agentId) ?? checkAgent(agentId, origins.agentId, agents);
}

/** Most ids, in which there is nothing to look for. */
const PLAIN_ID = /^[\w:./@+# -]{0,512}$/;

function judgeId(field: IdField, id: string | undefined): Refusal | undefined {
  if (id === undefined || PLAIN_ID.test(id)) return undefined;
  const refusal = checkId(field, id);
  if (refusal !== undefined || neutralize(id) === id) return refusal;
  return refuseId(field, "contains a marker or a control token");
}

/** A copy only where something is spelled otherwise. */
function withSpelling(
  fields: FieldValues,
  { policies: { agents, models } }: CompiledConfig,
): FieldValues {
  const { agentId, model } = fields;
  const agent = agentId === undefined ? undefined : spellAgent(agentId, agents);
  const named = model === undefined ? undefined : spellModel(model, models);
  if (agent === agentId && named === model) return fields;
  return { ...fields, agentId: agent, model: named };
}
