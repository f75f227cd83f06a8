// What an event came to, and the refusals among it.

import { EVENT_STATUS, type EventCode, PAYLOAD_ALONE } from "../generated/codes.ts";
import type { Action, TemplatedField } from "./action.ts";

/** One problem of a request, with its position in the body as a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Why an event was refused. `message` and `issues` are safe to send back: no payload value, no stack. */
export interface Refusal {
  readonly code: EventCode;
  /** The HTTP status that goes with the code. */
  readonly status: number;
  readonly message: string;
  readonly issues: readonly Issue[];
  /** For the operator's log only, never for the sender. */
  readonly detail?: string;
  /**
   * Whether the payload alone decides that the event can never succeed, where the code alone does not say it: no
   * other config would let it through.
   */
  readonly payloadAlone?: boolean;
}

/** The event, or one element of it, became an action. */
export type ActionResolution = {
  readonly outcome: "action";
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId?: string;
  readonly action: Action;
  /** Notes for the sender, such as fields that were ignored. */
  readonly warnings: readonly string[];
  /** Notes for the operator's log, such as fields that a transform returned but may not set. */
  readonly notes?: readonly string[];
  /**
   * The fields of the action, except its text, that hold text from outside: a template read it from the
   * event, a request sent it, or a transform set it.
   */
  readonly taintedFields: readonly TemplatedField[];
  /** What the mapping's `dedupeKey` rendered: an action with the same key was taken before. */
  readonly dedupeKey?: string;
  /** How many expressions of the text were asked for, where every one of them rendered empty: not those in blocks that show nothing. */
  readonly emptyExpressions?: number;
};

/** There is nothing to do, because of the transform or a list without elements. */
export type HandledResolution = {
  readonly outcome: "handled";
  readonly mappingId: string;
  /**
   * Of a mapping with `forEach`: no event has a list there, or it is empty, or `forEach.when` chooses none of its elements.
   * Absent where a transform decided.
   */
  readonly list?: "missing" | "empty" | "unchosen";
};

/** The mapping accepts its events without an action: `skip`. */
export type SkippedResolution = { readonly outcome: "skipped"; readonly mappingId: string };

/** The event cannot be turned into an action. */
export type RefusedResolution = {
  readonly outcome: "refused";
  readonly mappingId?: string;
  readonly refusal: Refusal;
};

/** The resolution of one element of a list, with its index. */
export interface ElementResolution {
  readonly index: number;
  readonly resolution: ActionResolution | HandledResolution | RefusedResolution;
}

/** The elements of a list, for a mapping with `forEach`. */
export type BatchResolution = {
  readonly outcome: "batch";
  readonly mappingId: string;
  readonly elements: readonly ElementResolution[];
  /** Elements beyond the limit, which were left out. */
  readonly skipped: number;
};

/** No mapping takes the event. */
export type UnmatchedResolution = {
  readonly outcome: "unmatched";
  /** For the operator's log only, where a mapping has this name: which one came nearest, and why it did not match. */
  readonly detail?: string;
};

/** The answer of `resolve`: exactly one of these for every event. */
export type Resolution =
  | ActionResolution
  | BatchResolution
  | HandledResolution
  | SkippedResolution
  | RefusedResolution
  | UnmatchedResolution;

export interface RefusalExtras {
  readonly issues?: readonly Issue[];
  /** For the operator's log only. */
  readonly detail?: string;
  /** Where the code does not say it. */
  readonly payloadAlone?: boolean;
}

/** Whether it is of no use to send the event again, whatever the operator changes. */
export function isPayloadAlone({
  code,
  payloadAlone = PAYLOAD_ALONE.has(code),
}: Pick<Refusal, "payloadAlone"> & { readonly code: string }): boolean {
  return payloadAlone;
}

/** Undefined for a text that is no code of ours. */
export function statusFromCode(code: string): number | undefined {
  return Object.hasOwn(EVENT_STATUS, code) ? EVENT_STATUS[code as EventCode] : undefined;
}

export function createRefusal(
  code: EventCode,
  message: string,
  extras: RefusalExtras = {},
): Refusal {
  return {
    code,
    status: EVENT_STATUS[code],
    message,
    issues: extras.issues ?? [],
    ...(extras.detail !== undefined && { detail: extras.detail }),
    ...(extras.payloadAlone !== undefined && { payloadAlone: extras.payloadAlone }),
  };
}
