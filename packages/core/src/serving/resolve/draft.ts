// An action before the policies have checked it: its values and their origins. Types only.

import type {
  ActionKind,
  ChannelReports,
  Coalesce,
  FieldValues,
  TemplatedField,
} from "../../model/index.ts";

/**
 * Where a value comes from: the operator (a literal, or an expression over trusted roots), a template over
 * payload values, a request to `/agent`, or a transform.
 */
export type Origin = "operator" | "template" | "request" | "transform";

/** The origins of the values that policies check. The origin of `text` decides whether it is fenced. */
export interface Origins {
  readonly text: Origin;
  readonly sessionKey: Origin;
  readonly agentId: Origin;
  readonly to: Origin;
  readonly accountId: Origin;
  readonly model: Origin;
}

/** A piece of a rendered text: what the operator wrote, or what an expression gave. */
export interface TextSpan {
  readonly text: string;
  readonly isLiteral: boolean;
}

export interface Draft {
  readonly kind: ActionKind;
  /** The message of an agent run, the text of a wake or of a delivery. */
  readonly text: string;
  /** Of a delivery: the pieces of the text. Undefined if a transform replaced it. */
  readonly spans?: readonly TextSpan[] | undefined;
  /** The number of expressions in the text, if all of them rendered empty; else 0. */
  readonly emptyExpressions: number;
  /** The operator's own text before the fence; empty if there is none. */
  readonly instructions: string;
  readonly fields: FieldValues;
  readonly origins: Origins;
  /** The fields that may hold text from outside, in the order of the table. */
  readonly taintedFields: readonly TemplatedField[];
  /**
   * The rendered `dedupeKey` of the mapping; empty if all its expressions are empty. Absent without a
   * `dedupeKey`.
   */
  readonly dedupeKey?: string;
  /** With the rendered key; the key is empty if all its expressions are empty. */
  readonly coalesce?: Omit<Coalesce, "hasSessionKey">;
  readonly channelReports?: ChannelReports;
  /** For the operator: which reports of the mapping this event has no usable values for. */
  readonly reportNotes?: readonly string[];
}
