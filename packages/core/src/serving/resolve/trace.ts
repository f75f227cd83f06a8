// What resolving reports to `explain`, and how it refuses an event.
import type { RenderTrace } from "@hookwright/template/runtime";
import type { Action, EventView, Refusal, RefusedResolution } from "../../model/index.ts";
import type { ElementSubject, RuleNode } from "../match/index.ts";
import type { CompiledConfig, CompiledMapping } from "./compiled.ts";
import type { Draft } from "./draft.ts";

/** A decision during resolving. Only `explain` turns it into sentences. */
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
      readonly provenance: Pick<
        CompiledMapping,
        "allowUnsafeExternalContent" | "maxConcurrent" | "onCompletion"
      >;
      readonly config: CompiledConfig;
    };

/** The callbacks of `explain`; absent in ordinary use. */
export interface ResolveTrace extends RenderTrace {
  /**
   * Called for each mapping that gets the event, before its templates are rendered; returns the one to render.
   * `isOneOf`: several get the event.
   */
  mapping(mapping: CompiledMapping, isOneOf: boolean): CompiledMapping;
  /** Called before each templated field is rendered, with the view that its template reads. */
  field(name: string, view: EventView): void;
  /** `element` is the index if the stage belongs to an element of a list. */
  stage(stage: Stage, element?: number): void;
  /** Called for each element that `forEach.when` was evaluated on. */
  element(element: ElementSubject, isChosen: boolean, rule: RuleNode): void;
  /** Called before a transform: whether to skip it. */
  leavesOut(mappingId: string): boolean;
}

export interface RefusedWhere {
  /** Absent if no mapping was reached. */
  readonly mappingId?: string;
  readonly trace: ResolveTrace | undefined;
}

/** Reports a refusal to the trace and makes the resolution of it. */
export function refuseDraft(
  refusal: Refusal,
  { mappingId, trace }: RefusedWhere,
): RefusedResolution {
  trace?.stage({ kind: "refused", refusal });
  return { outcome: "refused", ...(mappingId !== undefined && { mappingId }), refusal };
}
