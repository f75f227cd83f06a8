// The resolution of an event, and refusals.

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
  /** The HTTP status of the code. */
  readonly status: number;
  readonly message: string;
  readonly issues: readonly Issue[];
  /** For the operator's log only, never for the sender. */
  readonly detail?: string;
  /**
   * Whether the payload alone decides that the event can never succeed, so that no other config would accept
   * it. Set if the code does not decide it.
   */
  readonly payloadAlone?: boolean;
}

/** Where the person who caused an event can be reached: the mapping's `route`. */
export interface ReportedRoute {
  readonly channel: string;
  /** The recipient of answers. */
  readonly to: string;
  /** The sender, to be found in the `allowFrom` of the channel. */
  readonly from: string;
  readonly accountId?: string;
}

/** A message that its channel accepted and later reported as failed: the mapping's `undelivered`. */
export interface ReportedFailure {
  readonly channel: string;
  /** The message's id on the channel. */
  readonly id: string;
  /** The channel's own code. */
  readonly code: string;
}

/** What an event reports about a channel. Trust it only if the request proved its sender. */
export interface ChannelReports {
  readonly route?: ReportedRoute;
  readonly undelivered?: ReportedFailure;
}

export type ChannelReportKind = keyof ChannelReports;

/** The templated values of reports. */
export type ChannelReportValue = Exclude<keyof ReportedRoute | keyof ReportedFailure, "channel">;

/** The event, or one element of it, became an action. */
export type ActionResolution = {
  readonly outcome: "action";
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId?: string;
  readonly action: Action;
  /** Notes for the sender, such as ignored fields. */
  readonly warnings: readonly string[];
  /** Notes for the operator's record, such as fields that a transform returned but may not set. */
  readonly notes?: readonly string[];
  /**
   * The fields of the action, except its text, that contain text from outside: a template read it from the
   * event, a request sent it, or a transform set it.
   */
  readonly taintedFields: readonly TemplatedField[];
  /** The rendered `dedupeKey` of the mapping: an action with a known key is a repeat. */
  readonly dedupeKey?: string;
  /** What the mapping's `route` and `undelivered` say about this event. */
  readonly channelReports?: ChannelReports;
  /**
   * The number of evaluated expressions in the text, if all of them rendered empty. Expressions in skipped
   * blocks do not count.
   */
  readonly emptyExpressions?: number;
};

/** Nothing is to be done, because of the transform or a list without elements. */
export type HandledResolution = {
  readonly outcome: "handled";
  readonly mappingId: string;
  /**
   * For a mapping with `forEach`: the event has no such list, or it is empty, or `forEach.when` selects no
   * element. Absent if a transform decided.
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

/** The resolution of one element of a batch. */
export interface ElementResolution {
  /** The index in the list; if several mappings get the event, the position among all of their elements. */
  readonly index: number;
  /** If several mappings get the event: the index in the list of a mapping with `forEach`. */
  readonly element?: number;
  /** Only a batch of several mappings has `skipped`. */
  readonly resolution: ActionResolution | HandledResolution | SkippedResolution | RefusedResolution;
}

/** The elements of a list, for a mapping with `forEach`; those of all mappings that get an event, with `continue`. */
export type BatchResolution = {
  readonly outcome: "batch";
  /** The first one, if several mappings get the event. */
  readonly mappingId: string;
  /** All mappings that get the event, in order; absent for one. */
  readonly mappingIds?: readonly string[];
  readonly elements: readonly ElementResolution[];
  /** Elements beyond the limit, which were left out. */
  readonly skipped: number;
};

/** The mapping that came nearest to matching an event. Names of the config only, never a value of the event. */
export interface NearestMapping {
  readonly mappingId: string;
  /**
   * The first of its clauses that failed: `match.source`, `match.headers.x-github-event`, `match.query.kind`,
   * `match.when`, `match.not`, or `auth` if it takes only events that are authenticated in another way.
   */
  readonly clause: string;
}

/** No mapping matches the event. */
export type UnmatchedResolution = {
  readonly outcome: "unmatched";
  /** For the operator, if a mapping has this name. */
  readonly nearest?: NearestMapping;
  /**
   * For the operator's log only, if a mapping has this name: which one came nearest, and why it did not
   * match.
   */
  readonly detail?: string;
};

/** The result of `resolve`: exactly one of these for every event. */
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
  /** Set if the code does not decide it. */
  readonly payloadAlone?: boolean;
}

/** Whether sending the event again is useless, whatever the operator changes. */
export function isPayloadAlone({
  code,
  payloadAlone = PAYLOAD_ALONE.has(code),
}: Pick<Refusal, "payloadAlone"> & { readonly code: string }): boolean {
  return payloadAlone;
}

/** Undefined for a text that is not one of the codes. */
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
