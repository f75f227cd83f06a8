// What a walk reports to `explain`, and the resolution of an event that is refused.
import type { RenderTrace } from "@hookwright/template/runtime";
import type { Action, EventView, Refusal, RefusedResolution } from "../../model/index.ts";
import type { ElementSubject, RuleNode } from "../match/index.ts";
import type { CompiledConfig, CompiledMapping } from "./compiled.ts";
import type { Draft } from "./draft.ts";

/** What a walk has decided. Only `explain` makes sentences of it. */
export type Stage =
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "skipped" | "nothing to do" }
  | {
      readonly kind: "transformed";
      readonly before: Draft;
      readonly after: Draft;
      readonly notes: readonly string[];
    }
  | { readonly kind: "no elements"; readonly path: string; readonly list: "empty" | "missing" }
  | {
      readonly kind: "chosen";
      readonly path: string;
      readonly chosen: number;
      readonly found: number;
    }
  | { readonly kind: "left out"; readonly most: number; readonly count: number }
  | {
      /** By the policies. */
      readonly kind: "accepted";
      readonly draft: Draft;
      readonly action: Action;
      readonly provenance: Pick<CompiledMapping, "allowUnsafeExternalContent">;
      readonly config: CompiledConfig;
    };

/** What the walk reports while `explain` listens; absent in ordinary use. */
export interface ResolveTrace extends RenderTrace {
  /** Said before each templated field is rendered, with what its template reads. */
  field(name: string, view: EventView): void;
  /** `element` is its index where the stage is one of an element of a list. */
  stage(stage: Stage, element?: number): void;
  /** Said of each element that the rule of `forEach.when` was asked about. */
  element(element: ElementSubject, isChosen: boolean, rule: RuleNode): void;
  /** Asked before a transform: whether it is left out. */
  leavesOut(mappingId: string): boolean;
}

export interface RefusedWhere {
  /** Absent where no mapping was asked. */
  readonly mappingId?: string;
  readonly trace: ResolveTrace | undefined;
}

/** Why an event, or an element of it, is refused → its resolution, reported to the trace. */
export function refuseDraft(
  refusal: Refusal,
  { mappingId, trace }: RefusedWhere,
): RefusedResolution {
  trace?.stage({ kind: "refused", refusal });
  return { outcome: "refused", ...(mappingId !== undefined && { mappingId }), refusal };
}
