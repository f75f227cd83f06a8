// An action before the policies have checked it: its values, and where some of them came from.

import type { ActionKind, FieldValues, TemplatedField } from "../../model/index.ts";

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
