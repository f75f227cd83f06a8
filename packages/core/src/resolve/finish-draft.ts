// A draft → its action or refusal, with what was decided told to whoever listens.
import type { CompiledConfig } from "../compiled.ts";
import type { Draft } from "../model/draft.ts";
import { describeDecisions } from "./describe-decisions.ts";
import { type Finished, finishAction, type Provenance } from "./finish-action.ts";
import type { ResolveTrace } from "./trace.ts";

export interface FinishingWalk {
  readonly config: CompiledConfig;
  readonly trace: ResolveTrace | undefined;
}

export function finishDraft(
  draft: Draft,
  provenance: Provenance,
  { config, trace }: FinishingWalk,
): Finished {
  const finished = finishAction(draft, provenance, config);
  if (trace === undefined || !finished.ok) return finished;
  const { action } = finished;
  const decisions = describeDecisions({ draft, action, provenance, config });
  for (const sentence of decisions) trace.stage(sentence);
  return finished;
}
