// A draft → the action, judged by the policies and fenced; or the refusal.

import { type Budget, COST } from "@hookwright/template/internal";
import type { Action, FieldValues, Refusal, TemplatedField, TextPart } from "../base/index.ts";
import { fenceNeutralizedParts, neutralize, neutralizeLine } from "../fence/index.ts";
import { agentAction, wakeAction } from "../generated/action-records.ts";
import type { CompiledConfig } from "./compiled.ts";
import { describeDecisions } from "./describe-decisions.ts";
import { type DraftSource, describeRefusal, refuseEmptyText } from "./describe-refusal.ts";
import type { Draft } from "./draft.ts";
import { judgeValues } from "./judge-values.ts";
import type { ResolveTrace } from "./trace.ts";

/** The mapping or the route that a draft is made for. */
export interface Provenance extends DraftSource {
  /** Where untrusted text came from, in words for the fence. */
  readonly source: string;
  readonly allowUnsafeExternalContent: boolean;
}

export type Finished =
  | {
      readonly ok: true;
      readonly action: Action;
      /** For the sender and the operator: what was changed. */
      readonly warnings: readonly string[];
      /** The fields of the action that hold text from outside. */
      readonly taintedFields: readonly TemplatedField[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

export function finishAction(
  draft: Draft,
  provenance: Provenance,
  walk: Omit<FinishingWalk, "trace">,
): Finished {
  const { config } = walk;
  if (draft.text.trim() === "" && !hasExpressions(draft, provenance)) {
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

/** A field that nothing set gets a default, which is ours or the operator's. */
function findTaintedFields({ kind, fields, taintedFields }: Draft): readonly TemplatedField[] {
  if (taintedFields.length === 0) return NONE;
  if (kind === "wake") {
    return fields.agentId !== undefined && taintedFields.includes("agentId") ? AGENT : NONE;
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
