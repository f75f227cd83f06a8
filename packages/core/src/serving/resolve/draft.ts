// An action before the policies have checked it: its values, and where some of them came from.

import type { RenderTrace } from "@hookwright/template/runtime";
import type {
  ActionKind,
  EventView,
  FieldValues,
  Refusal,
  RefusedResolution,
  TemplatedField,
} from "../../base/index.ts";
import type { ElementSubject, RuleNode } from "../match/index.ts";

/**
 * Who decided a value: the operator (a literal, or an expression over trusted roots), a template
 * over payload values, a request to `/agent`, or a transform.
 */
export type Origin = "operator" | "template" | "request" | "transform";

/** The origins of what is judged. The origin of `text` decides whether it is fenced. */
export interface Origins {
  readonly text: Origin;
  readonly sessionKey: Origin;
  readonly agentId: Origin;
  readonly to: Origin;
  readonly accountId: Origin;
  readonly model: Origin;
}

export interface Draft {
  readonly kind: ActionKind;
  /** The message of an agent run, the text of a wake. */
  readonly text: string;
  /** How many expressions of the text were asked for, where every one of them rendered empty; else 0. */
  readonly emptyExpressions: number;
  /** The operator's own words, which precede the fence; empty where there are none. */
  readonly instructions: string;
  readonly fields: FieldValues;
  readonly origins: Origins;
  /** The fields that may hold text from outside, in the order of the table. */
  readonly taintedFields: readonly TemplatedField[];
  /** What the mapping's `dedupeKey` rendered: empty where all its expressions were. Absent without one. */
  readonly dedupeKey?: string;
}

/** What the walk reports while `explain` listens; absent in ordinary use. */
export interface ResolveTrace extends RenderTrace {
  /** Said before each templated field is rendered, with what its template reads. */
  field(name: string, view: EventView): void;
  stage(sentence: string): void;
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

/** Why an event, or an element of it, is refused → its resolution, told to whoever listens. */
export function refuseDraft(
  refusal: Refusal,
  { mappingId, trace }: RefusedWhere,
): RefusedResolution {
  trace?.stage(`Refused (${refusal.code}): ${refusal.detail ?? refusal.message}`);
  return { outcome: "refused", ...(mappingId !== undefined && { mappingId }), refusal };
}
