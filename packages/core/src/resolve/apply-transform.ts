// A draft and its mapping's transform → the changed draft, "handled", or a refusal.
import type { CompiledConfig } from "../compile/compile-config.ts";
import type { CompiledMapping } from "../compile/compile-mapping.ts";
import type { Draft } from "../model/draft.ts";
import type { PromiseOrValue, Refusal } from "../model/resolution.ts";
import type { Transform, TransformContext } from "../model/transform.ts";
import { createRefusal } from "../problem/refusal.ts";
import { checkTransformResult } from "../transform/check-result.ts";
import { mergeChanges } from "../transform/merge-changes.ts";
import { runTransform, type TransformRun } from "../transform/run-transform.ts";
import { mapPromise } from "./map-promise.ts";

export type TransformStep =
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "handled" }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export function applyTransform(
  transform: Transform,
  context: TransformContext,
  { draft, mapping, config }: { draft: Draft; mapping: CompiledMapping; config: CompiledConfig },
): PromiseOrValue<TransformStep> {
  const { timer, transformTimeoutMs: timeoutMs } = config.environment;
  const run = runTransform(transform, context, { timer, timeoutMs });
  return mapPromise(run, (done) => stepFromRun(done, { draft, mapping, config }));
}

function stepFromRun(
  run: TransformRun,
  { draft, mapping, config }: { draft: Draft; mapping: CompiledMapping; config: CompiledConfig },
): TransformStep {
  if (!run.ok) return failed(mapping, run.detail);
  const outcome = checkTransformResult(run.result);
  switch (outcome.kind) {
    case "unchanged":
      return { kind: "draft", draft };
    case "handled":
      return { kind: "handled" };
    case "wrong":
      return failed(mapping, outcome.detail);
    case "changes": {
      const { changes } = outcome;
      if (changes.channel === undefined)
        return { kind: "draft", draft: mergeChanges(draft, changes) };
      const channel = config.policies.channels.find(changes.channel);
      if (channel === undefined) return failed(mapping, 'returned a "channel" that is not known');
      return {
        kind: "draft",
        draft: mergeChanges(draft, { ...changes, channel }),
      };
    }
  }
}

/** The sender learns that it failed, the operator's record how. */
function failed(mapping: CompiledMapping, detail: string): TransformStep {
  const refusal = createRefusal("transform_failed", "The transform of this hook failed.", {
    detail: `The transform of mapping "${mapping.id}" ${detail}.`,
  });
  return { kind: "refused", refusal };
}
