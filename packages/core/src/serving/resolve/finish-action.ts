// A draft → the action, judged by the policies and fenced; or the refusal.
import { isBlank } from "@hookwright/base";
import { type Budget, COST } from "@hookwright/template/runtime";
import {
  type Action,
  type FieldValues,
  parseThinking,
  type Refusal,
  type TemplatedField,
  type TextPart,
  THINKING_LEVELS,
} from "../../base/index.ts";
import { agentAction, wakeAction } from "../../generated/action-records.ts";
import { fenceNeutralizedParts, neutralize, neutralizeLine } from "../fence/index.ts";
import type { CompiledConfig } from "./compiled.ts";
import {
  type DraftSource,
  describeDecisions,
  describeRefusal,
  refuseEmptyText,
} from "./describe-decisions.ts";
import type { Draft, ResolveTrace } from "./draft.ts";
import {
  checkAgent,
  checkId,
  checkModel,
  checkSessionKey,
  HOOK_PREFIX,
  type IdField,
  refuseEmptySessionKey,
  refuseId,
  refuseLateSession,
  refuseMissingSessionKey,
  type SessionKeyResult,
  spellAgent,
  spellModel,
} from "./policy.ts";

/** The mapping or the route that a draft is made for. */
interface Provenance extends DraftSource {
  /** Where untrusted text came from, in words for the fence. */
  readonly source: string;
  readonly allowUnsafeExternalContent: boolean;
}

type Finished =
  | {
      readonly ok: true;
      readonly action: Action;
      /** For the sender and the operator: what was changed. */
      readonly warnings: readonly string[];
      /** The fields of the action that hold text from outside. */
      readonly taintedFields: readonly TemplatedField[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

function finishAction(
  draft: Draft,
  provenance: Provenance,
  walk: Omit<FinishingWalk, "trace">,
): Finished {
  const { config } = walk;
  if (isBlank(draft.text) && !hasExpressions(draft, provenance)) {
    return { ok: false, refusal: refuseEmptyText(draft, provenance) };
  }
  const judged = judgeValues(draft, config);
  if (!judged.ok) {
    const { field, refusal } = judged;
    if (field === undefined) return { ok: false, refusal };
    return { ok: false, refusal: describeRefusal(refusal, field, { draft, source: provenance }) };
  }
  const { fields, warnings } = judged;
  const finished = finishText(draft, provenance, walk);
  const taintedFields = findTaintedFields(draft);
  if (draft.kind === "wake") {
    return { ok: true, action: wakeAction(fields, finished), warnings, taintedFields };
  }
  const { text: message, ...outside } = finished;
  const sessionKey = fields.sessionKey as string;
  const action = agentAction(cleanLines(fields), { message, sessionKey, ...outside });
  return { ok: true, action, warnings, taintedFields };
}

const NONE: readonly TemplatedField[] = [];

const AGENT: readonly TemplatedField[] = ["agentId"];

const OF_WAKES: readonly TemplatedField[] = ["sessionKey", "agentId"];

/** A field that nothing set gets a default, which is ours or the operator's. */
function findTaintedFields({ kind, fields, taintedFields }: Draft): readonly TemplatedField[] {
  if (taintedFields.length === 0) return NONE;
  if (kind === "wake" && fields.sessionKey === undefined) {
    return fields.agentId !== undefined && taintedFields.includes("agentId") ? AGENT : NONE;
  }
  if (kind === "wake") {
    return OF_WAKES.filter((name) => fields[name] !== undefined && taintedFields.includes(name));
  }
  // A loop, because the closure of filter() costs a tenth of a request to /agent.
  const found: TemplatedField[] = [];
  for (const name of taintedFields) if (fields[name] !== undefined) found.push(name);
  return found;
}

/** A template whose expressions are all empty for this event still says that there was one. */
function hasExpressions({ origins }: Draft, { text }: DraftSource): boolean {
  return text !== undefined && !text.isLiteral && origins.text !== "transform";
}

/** The lines that no policy judges. A copy only where one changes. */
function cleanLines(fields: FieldValues): FieldValues {
  const name = neutralizeLine(fields.name);
  const thinking = neutralizeLine(fields.thinking);
  if (name === fields.name && thinking === fields.thinking) return fields;
  return { ...fields, name, thinking };
}

interface FinishedText {
  readonly text: string;
  readonly parts: readonly TextPart[];
  readonly untrustedText: string;
}

function finishText(
  draft: Draft,
  provenance: Provenance,
  { config, budget }: Omit<FinishingWalk, "trace">,
): FinishedText {
  const { instructions } = draft;
  const { source, allowUnsafeExternalContent } = provenance;
  const isTrusted = draft.origins.text === "operator";
  const isFenced = !isTrusted && !allowUnsafeExternalContent;
  const text = isFenced ? neutralize(draft.text, () => budget.spend(COST.openings)) : draft.text;
  const part: TextPart = isTrusted
    ? { kind: "trusted", text }
    : { kind: "untrusted", text, source };
  const parts: readonly TextPart[] =
    instructions === "" ? [part] : [{ kind: "trusted", text: instructions }, part];
  return {
    text: allowUnsafeExternalContent
      ? parts.map((one) => one.text).join("\n\n")
      : fenceNeutralizedParts(parts, config.environment.randomId),
    parts,
    untrustedText: isTrusted ? "" : text,
  };
}

export interface FinishingWalk {
  readonly config: CompiledConfig;
  /** What is left to the event, all its stages and elements together. */
  readonly budget: Budget;
  readonly trace: ResolveTrace | undefined;
}

export function finishDraft(draft: Draft, provenance: Provenance, walk: FinishingWalk): Finished {
  const { config, budget, trace } = walk;
  budget.spend(draft.text.length * COST.fencedCharacters);
  const finished = finishAction(draft, provenance, walk);
  if (trace === undefined || !finished.ok) return finished;
  const { action } = finished;
  const decisions = describeDecisions({ draft, action, provenance, config });
  for (const sentence of decisions) trace.stage(sentence);
  return finished;
}

type JudgeResult =
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
function judgeWake(draft: Draft, config: CompiledConfig): JudgeResult {
  const { fields } = draft;
  // Without an agent it goes to the main session, as every wake did before wakes could name one.
  const refusal = fields.agentId === undefined ? undefined : judgeAgent(draft, config);
  if (refusal !== undefined) return { ok: false, field: "agentId", refusal };
  if (fields.sessionKey === undefined) {
    return { ok: true, fields: withSpelling(fields, config), warnings: NO_WARNINGS };
  }
  if (fields.wakeMode !== "now") return { ok: false, refusal: refuseLateSession() };
  const key = judgeSessionKey(draft, config);
  if (!key.ok) return { ok: false, field: "sessionKey", refusal: key.refusal };
  const settled = key.key === fields.sessionKey ? fields : { ...fields, sessionKey: key.key };
  const warnings = key.isMoved ? MOVED : NO_WARNINGS;
  return { ok: true, fields: withSpelling(settled, config), warnings };
}

function judgeValues(draft: Draft, config: CompiledConfig): JudgeResult {
  const { fields } = draft;
  const { models } = config.policies;
  if (draft.kind === "wake") return judgeWake(draft, config);
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
