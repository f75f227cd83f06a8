// A draft and its mapping's transform → the changed draft, "handled", or a refusal.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise } from "@hookwright/base";
import type { EventCode, Refusal, TransformContext, TransformResult } from "../base/index.ts";
import { createRefusal } from "../base/index.ts";
import type { CompiledConfig, CompiledMapping, CompiledTransform } from "./compiled.ts";
import type { Draft } from "./draft.ts";
import { checkTransformResult } from "./transform/check-result.ts";
import { describeIgnored } from "./transform/describe-ignored.ts";
import { listLocked, mergeChanges } from "./transform/merge-changes.ts";
import { runTransform, type TransformRun } from "./transform/run-transform.ts";

export type TransformStep =
  | { readonly kind: "draft"; readonly draft: Draft; readonly notes: readonly string[] }
  | { readonly kind: "handled" }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export interface TransformTask {
  readonly draft: Draft;
  readonly mapping: CompiledMapping;
  readonly transform: CompiledTransform;
  readonly context: TransformContext;
  readonly config: CompiledConfig;
}

export function applyTransform(task: TransformTask): PromiseOrValue<TransformStep> {
  const { transform, context, config } = task;
  const { timer } = config.environment;
  const run = runTransform(transform.call, context, { timer, timeoutMs: transform.timeoutMs });
  return mapPromise(run, (done) => stepFromRun(done, task));
}

function stepFromRun(run: TransformRun, task: TransformTask): TransformStep {
  if (!run.ok) return failed(task.mapping, run.detail, run);
  const outcome = checkTransformResult(run.result);
  switch (outcome.kind) {
    case "unchanged":
      return { kind: "draft", draft: task.draft, notes: [] };
    case "handled":
      return { kind: "handled" };
    case "wrong":
      return failed(task.mapping, outcome.detail);
    case "changes":
      return stepFromChanges(outcome.changes, outcome.ignored, task);
  }
}

function stepFromChanges(
  changes: TransformResult,
  ignored: readonly string[],
  { draft, mapping, transform, config }: TransformTask,
): TransformStep {
  const channel = changes.channel && config.policies.channels.find(changes.channel);
  if (changes.channel !== undefined && !channel) {
    return failed(mapping, 'returned a "channel" that is not known');
  }
  const known = channel ? { ...changes, channel } : changes;
  const merged = mergeChanges(draft, known, transform.lock);
  const notes = [
    ...describeIgnored(ignored),
    ...listLocked(known, transform.lock).map(
      (field) => `The transform returned "${field}", which the mapping has locked.`,
    ),
    ...describeUnusedText(merged.kind, changes),
  ];
  return { kind: "draft", draft: merged, notes };
}

/** A text under the name of the other kind of action would be lost, and nobody would see why. */
function describeUnusedText(
  kind: Draft["kind"],
  { message, text }: TransformResult,
): readonly string[] {
  if (kind === "agent" && text !== undefined) {
    return ['The transform returned "text", which a run does not use: its text is "message".'];
  }
  if (kind === "wake" && message !== undefined) {
    return ['The transform returned "message", which a wake does not use: its text is "text".'];
  }
  return [];
}

type FailureCode = Extract<EventCode, "transform_failed" | "transform_overloaded">;

const MESSAGES: Readonly<Record<FailureCode, string>> = {
  transform_failed: "The transform of this hook failed.",
  transform_overloaded: "Too many events wait for this hook; try again.",
};

/** The sender learns that it failed, the operator's record how. */
function failed(
  mapping: CompiledMapping,
  detail: string,
  { code }: { readonly code: FailureCode } = { code: "transform_failed" },
): TransformStep {
  const refusal = createRefusal(code, MESSAGES[code], {
    detail: `The transform of mapping "${mapping.id}" ${detail}.`,
  });
  return { kind: "refused", refusal };
}
