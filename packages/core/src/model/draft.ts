// An action in the making: values still to be judged, each with where it came from.
import type { ActionKind, FieldValues } from "./field-values.ts";

/**
 * Who decided a value: the operator (a literal, or an expression over trusted roots), a template
 * over payload values, a request to `/agent`, or a transform.
 */
export type Origin = "operator" | "template" | "request" | "transform";

/** Origins of the values that are judged by them. `text` also decides about the fence. */
export interface Origins {
  readonly text: Origin;
  readonly sessionKey: Origin;
  readonly agentId: Origin;
}

export interface Draft {
  readonly kind: ActionKind;
  /** The message of an agent run, the text of a wake. */
  readonly text: string;
  /** The operator's own words, which stand before the fence; empty where there are none. */
  readonly instructions: string;
  readonly fields: FieldValues;
  readonly origins: Origins;
}
