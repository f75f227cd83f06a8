// A draft → the action, checked by the policies and fenced, or a refusal.
import { isBlank } from "@hookwright/base";
import { type Budget, COST } from "@hookwright/template/runtime";
import { agentAction, deliverAction, wakeAction } from "../../generated/action-records.ts";
import {
  type Action,
  type FieldValues,
  parseThinking,
  type Refusal,
  type TemplatedField,
  type TextPart,
  THINKING_LEVELS,
} from "../../model/index.ts";
import { cleanText, fenceNeutralizedParts, neutralize, neutralizeLine } from "../fence/index.ts";
import type { CompiledConfig, CompiledMapping } from "./compiled.ts";
import { type DraftSource, describeRefusal, refuseEmptyText } from "./describe-refusal.ts";
import type { Draft } from "./draft.ts";
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
import type { ResolveTrace } from "./trace.ts";

/** The mapping or the route of a draft. */
interface Provenance extends DraftSource, Pick<CompiledMapping, "maxConcurrent" | "onCompletion"> {
  /** The origin of untrusted text, as the fence names it. */
  readonly source: string;
  readonly allowUnsafeExternalContent: boolean;
  /** Of a mapping that delivers. */
  readonly markup?: boolean;
  readonly summary?: boolean;
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

export interface FinishingWalk {
  readonly config: CompiledConfig;
  /** The remaining budget of the event, for all its stages and elements. */
  readonly budget: Budget;
  readonly trace: ResolveTrace | undefined;
}

/** Throws a `WorkLimitError` when the budget is spent. */
export function finishDraft(draft: Draft, provenance: Provenance, walk: FinishingWalk): Finished {
  const { config, budget, trace } = walk;
  budget.spend(draft.text.length * COST.fencedCharacters);
  if (isBlank(draft.text) && !hasExpressions(draft, provenance)) {
    return { ok: false, refusal: refuseEmptyText(draft, provenance) };
  }
  const checked = CHECKS[draft.kind](draft, config);
  if (!checked.ok) {
    const { field, refusal } = checked;
    if (field === undefined) return { ok: false, refusal };
    return { ok: false, refusal: describeRefusal(refusal, field, { draft, source: provenance }) };
  }
  const { fields, warnings } = checked;
  const action = finishAction(draft, fields, provenance, walk);
  if (action === undefined) return { ok: false, refusal: refuseEmptyText(draft, provenance) };
  trace?.stage({ kind: "accepted", draft, action, provenance, config });
  const taintedFields = draft.taintedFields.length === 0 ? NONE : findTaintedFields(draft);
  return { ok: true, action, warnings, taintedFields };
}

/** A template with expressions is not refused as empty: even if all of them are empty, it reports the event. */
function hasExpressions({ origins }: Draft, { text }: DraftSource): boolean {
  return text !== undefined && !text.isLiteral && origins.text !== "transform";
}

type CheckResult =
  | {
      readonly ok: true;
      /** Spelled as in the config. */
      readonly fields: FieldValues;
      /** For the sender and the operator: what was changed. */
      readonly warnings: readonly string[];
    }
  | RefusedValue;

interface RefusedValue {
  readonly ok: false;
  /** The field whose value is refused; absent if it has no value. */
  readonly field?: IdField;
  readonly refusal: Refusal;
}

const IDS_OF_WAKES: readonly IdField[] = ["agentId"];

const IDS_OF_DELIVERIES: readonly IdField[] = ["to", "accountId"];

const IDS_OF_RUNS: readonly IdField[] = ["agentId", "model", "to", "accountId"];

/** Without an agent, a wake goes to the main session. */
function checkNamedAgent(draft: Draft, config: CompiledConfig): RefusedValue | undefined {
  return draft.fields.agentId === undefined ? undefined : checkIds(IDS_OF_WAKES, draft, config);
}

/** Checks only the fields that a wake uses. */
function checkWake(draft: Draft, config: CompiledConfig): CheckResult {
  const { sessionKey, wakeMode } = draft.fields;
  const refused = checkNamedAgent(draft, config);
  if (refused !== undefined) return refused;
  if (sessionKey === undefined) return settleValues(draft, undefined, config);
  if (wakeMode !== "now") return { ok: false, refusal: refuseLateSession() };
  const checked = checkKey(draft, config);
  return checked.ok ? settleValues(draft, checked, config) : { ...checked, field: "sessionKey" };
}

function checkRun(draft: Draft, config: CompiledConfig): CheckResult {
  const { sessionKey = config.defaultSessionKey, sessionMode } = draft.fields;
  if (sessionMode === "persistent" && sessionKey === undefined) {
    return { ok: false, refusal: refuseMissingSessionKey() };
  }
  const checked = checkKey(draft, config);
  if (!checked.ok) return { ...checked, field: "sessionKey" };
  return checkIds(IDS_OF_RUNS, draft, config) ?? settleValues(draft, checked, config);
}

/** Checks only the fields that a delivery uses. */
function checkDelivery(draft: Draft, config: CompiledConfig): CheckResult {
  return (
    checkNamedAgent(draft, config) ??
    checkIds(IDS_OF_DELIVERIES, draft, config) ??
    settleValues(draft, undefined, config)
  );
}

const CHECKS = { wake: checkWake, agent: checkRun, deliver: checkDelivery } as const;

/** Returns the first refused id. A missing agent is the default one, which the config may not allow. */
function checkIds(
  names: readonly IdField[],
  { fields, origins }: Draft,
  { policies: { agents, models } }: CompiledConfig,
): RefusedValue | undefined {
  for (const field of names) {
    const id = fields[field];
    let refusal = id === undefined || PLAIN_ID.test(id) ? undefined : checkForm(field, id);
    if (field === "agentId") refusal ??= checkAgent(id, origins.agentId, agents);
    if (field === "model") refusal ??= checkModel(id, models);
    if (refusal !== undefined) return { ok: false, field, refusal };
  }
  return undefined;
}

/** Matches most ids, which then need no further check. */
const PLAIN_ID = /^[\w:./@+# -]{0,512}$/;

function checkForm(field: IdField, id: string): Refusal | undefined {
  const refusal = checkId(field, id);
  if (refusal !== undefined || neutralize(id) === id) return refusal;
  return refuseId(field, "contains a marker or a control token");
}

function checkKey(draft: Draft, config: CompiledConfig): SessionKeyResult {
  const { policies, defaultSessionKey, environment } = config;
  const { sessionKey } = draft.fields;
  if (sessionKey === "") return { ok: false, refusal: refuseEmptySessionKey() };
  const key = sessionKey ?? defaultSessionKey;
  if (key === undefined) {
    return { ok: true, key: HOOK_PREFIX + environment.randomId(), isMoved: false };
  }
  const origin = sessionKey === undefined ? "operator" : draft.origins.sessionKey;
  const result = checkSessionKey(key, origin, policies.sessionKeys);
  if (!result.ok || PLAIN_ID.test(result.key)) return result;
  const refusal = checkForm("sessionKey", result.key);
  return refusal === undefined ? result : { ok: false, refusal };
}

const NO_WARNINGS: readonly string[] = [];

const MOVED = `The session key does not begin with "${HOOK_PREFIX}", so this prefix was added.`;

const UNKNOWN_THINKING = `"thinking" is none of the levels ${THINKING_LEVELS.join(", ")}, and is passed on unchanged.`;

/** Copies the fields only if one changes. */
function settleValues(
  { kind, fields, taintedFields }: Draft,
  checked: (SessionKeyResult & { readonly ok: true }) | undefined,
  { policies: { agents, models } }: CompiledConfig,
): CheckResult {
  const { thinking } = fields;
  const sessionKey = checked?.key;
  const agentId = fields.agentId === undefined ? undefined : spellAgent(fields.agentId, agents);
  const model = fields.model === undefined ? undefined : spellModel(fields.model, models);
  const isSame =
    sessionKey === fields.sessionKey && agentId === fields.agentId && model === fields.model;
  // The operator's own values are not reported to senders.
  const isUnknown =
    kind === "agent" &&
    thinking !== undefined &&
    taintedFields.includes("thinking") &&
    parseThinking(thinking) === undefined;
  const isMoved = checked?.isMoved === true;
  return {
    ok: true,
    fields: isSame ? fields : { ...fields, sessionKey, agentId, model },
    warnings:
      isMoved || isUnknown
        ? [...(isMoved ? [MOVED] : []), ...(isUnknown ? [UNKNOWN_THINKING] : [])]
        : NO_WARNINGS,
  };
}

/** Undefined for a delivery without a text: no platform takes an empty message. */
function finishAction(
  draft: Draft,
  fields: FieldValues,
  provenance: Provenance,
  walk: FinishingWalk,
): Action | undefined {
  const action =
    draft.kind === "deliver"
      ? finishDelivery(draft, fields, provenance)
      : finishRead(draft, fields, provenance, walk);
  const { coalesce } = draft;
  if (action === undefined || coalesce === undefined) return action;
  return {
    ...action,
    coalesce: { ...coalesce, hasSessionKey: draft.fields.sessionKey !== undefined },
  };
}

/** An agent reads it. */
function finishRead(
  draft: Draft,
  fields: FieldValues,
  provenance: Provenance,
  walk: FinishingWalk,
): Action {
  const finished = finishText(draft, provenance, walk);
  return draft.kind === "wake" ? wakeAction(fields, finished) : runAction(fields, finished);
}

/** People read it, so there is no fence. */
function finishDelivery(
  { text, spans, origins }: Draft,
  fields: FieldValues,
  { source, markup = false, summary = false }: Provenance,
): Action | undefined {
  const isTrusted = origins.text === "operator";
  const pieces = isTrusted ? undefined : spans;
  const parts = (pieces ?? [{ text, isLiteral: isTrusted }]).flatMap((piece): TextPart[] => {
    const clean = cleanText(piece.text);
    if (clean === "") return [];
    return [
      piece.isLiteral
        ? { kind: "trusted", text: clean }
        : { kind: "untrusted", text: clean, source },
    ];
  });
  const joined = parts.map((part) => part.text).join("");
  if (isBlank(joined)) return undefined;
  const untrusted = parts.flatMap((part) => (part.kind === "untrusted" ? [part.text] : []));
  const untrustedText = untrusted.join("\n\n");
  return deliverAction(fields, { text: joined, parts, untrustedText, markup, summary });
}

interface FinishedText {
  readonly text: string;
  readonly parts: readonly TextPart[];
  readonly untrustedText: string;
}

function finishText(
  draft: Draft,
  provenance: Provenance,
  { config, budget }: FinishingWalk,
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

/** No policy checks `name` and `thinking`, so markers in them are replaced here. */
function runAction(fields: FieldValues, { text: message, ...outside }: FinishedText): Action {
  const name = neutralizeLine(fields.name);
  const thinking = neutralizeLine(fields.thinking);
  const isClean = name === fields.name && thinking === fields.thinking;
  const sessionKey = fields.sessionKey as string;
  return agentAction(isClean ? fields : { ...fields, name, thinking }, {
    message,
    sessionKey,
    ...outside,
  });
}

const NONE: readonly TemplatedField[] = [];

const AGENT: readonly TemplatedField[] = ["agentId"];

const OF_WAKES: readonly TemplatedField[] = ["sessionKey", "agentId"];

const OF_DELIVERIES: readonly TemplatedField[] = ["to", "accountId", "agentId"];

/** A field that is not set gets a default, which does not come from outside. */
function findTaintedFields({ kind, fields, taintedFields }: Draft): readonly TemplatedField[] {
  if (kind === "wake" && fields.sessionKey === undefined) {
    return fields.agentId !== undefined && taintedFields.includes("agentId") ? AGENT : NONE;
  }
  if (kind !== "agent") {
    const used = kind === "wake" ? OF_WAKES : OF_DELIVERIES;
    return used.filter((name) => fields[name] !== undefined && taintedFields.includes(name));
  }
  // A loop, because the closure of `filter()` costs 10 % of a request to /agent.
  const found: TemplatedField[] = [];
  for (const name of taintedFields) if (fields[name] !== undefined) found.push(name);
  return found;
}
