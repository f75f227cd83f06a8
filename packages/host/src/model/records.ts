// What the ledger keeps: runs, events of main sessions, turns, heartbeats and deliveries, as data.
import type { AgentAction, TextPart } from "@hookwright/core";
import type { ThinkingLevel, TurnReason } from "./turn.ts";

/** The events that an entry of a mapping with `coalesce` has gathered so far. */
export interface OpenWindow {
  readonly events: number;
  /** When it starts, if no further event comes. */
  readonly closesAt: number;
}

/** `failed` waits for its next try. Nothing leaves `done`, `dead` and `cancelled`. */
export type RunState = "queued" | "running" | "failed" | "done" | "dead" | "cancelled";

/** One run of an agent, from its acceptance to its end. */
export interface RunRecord {
  readonly id: string;
  readonly agentId: string;
  readonly sessionKey: string;
  /** Absent for the built-in `agent` route. */
  readonly mappingId?: string;
  /** As it was accepted. */
  readonly action: AgentAction;
  /** One-line fields of the action that hold text from outside, such as `name` and `to`. */
  readonly taintedFields: readonly string[];
  /** `hook github`, `request agent`: what the text of the run is called in a fence. */
  readonly source: string;
  /**
   * Which credentials its request had, and none of their secrets; absent without an ingress, and in a store from
   * before version 8.
   */
  readonly proof?: string;
  /** Milliseconds since the epoch, like all times here. */
  readonly acceptedAt: number;
  readonly state: RunState;
  /** How many tries have begun. */
  readonly attempt: number;
  /** How often the process ended during a try, after the runner had been called. */
  readonly interruptions: number;
  /** The last try that counted was interrupted so: the run may have crashed the process. */
  readonly suspect?: boolean;
  /** When a queued or failed run may start. */
  readonly dueAt: number;
  readonly startedAt?: number;
  /** When the first of the tries began that count; absent before it, and after the runner was paused. */
  readonly triedSince?: number;
  /** When the runner was called for the present try; absent before. */
  readonly calledAt?: number;
  /** `now`: the host was ordered to stop while it ran. `before`: an earlier try was interrupted so. */
  readonly stopped?: "now" | "before";
  readonly endedAt?: number;
  /** Why it failed, died or was cancelled. */
  readonly code?: string;
  readonly reason?: string;
  readonly answer?: string;
  /** The beginning of an answer that was never finished. */
  readonly partial?: string;
  /** The level that was used instead of the one that was asked for. */
  readonly thinking?: ThinkingLevel;
  /** Notes for the operator about how it was carried out, in a sentence or two. */
  readonly note?: string;
  /** What became of the answer; absent without one, and in a store from before version 6. */
  readonly answered?: AnswerOutcome;
  /** The run that this one repeats, after `runs retry`. */
  readonly retryOf?: string;
  /** It gathers further events, whose texts `action` does not have yet; absent for any other run. */
  readonly window?: OpenWindow;
}

/** `silent`: the mapping asked for no delivery. `ack`: only an acknowledgment, which is not delivered. */
export type AnswerOutcome = "deliver" | "ack" | "empty" | "silent";

/** Why a run does not start although it is its turn: its runner is paused. */
export interface RunHold {
  /** The runner and the provider of the model, as one text. */
  readonly pair: string;
  /** The agent and the model, as one text: tries whether the pair works go round among them. */
  readonly group: string;
}

/** The subject of an event: a wake, the end of a run, a dead delivery, or the host itself. */
export type EventOrigin = "wake" | "run" | "delivery" | "host";

/** One line item of a main session. */
export interface NewEvent {
  readonly id: string;
  readonly agentId: string;
  readonly at: number;
  readonly origin: EventOrigin;
  readonly mappingId?: string;
  readonly runId?: string;
  /** One line of operator's text. */
  readonly title: string;
  readonly parts: readonly TextPart[];
  readonly tainted: boolean;
}

/** `gathering`: further events are joined with it. `claimed` is in the prompt of a turn that runs now. */
export type EventState = "gathering" | "waiting" | "claimed" | "done";

/** An event in the store. */
export interface EventRecord extends NewEvent {
  readonly state: EventState;
  /** The number of equal events that it represents. */
  readonly count: number;
  /** Time of the newest of them. */
  readonly lastAt: number;
  /** The turn that has, or had, it in its prompt; absent while it waits. */
  readonly turnId?: string;
  /** While it is `gathering`. */
  readonly window?: OpenWindow;
}

/** One exchange of a session, as data: it is fenced anew each time it is handed on. */
export interface StoredTurn {
  readonly at: number;
  /** The host's own line before the message. */
  readonly heading: string;
  readonly parts: readonly TextPart[];
  readonly tainted: boolean;
  /** The run, or the heartbeat. */
  readonly turnId: string;
  /** Absent where there was none. */
  readonly answer?: string;
  /** Why there was none: `timeout`, `cancelled` and so on. */
  readonly noAnswer?: string;
}

/** One conversation: an agent and a key. */
export interface SessionRecord {
  readonly agentId: string;
  readonly key: string;
  readonly turns: number;
  readonly lastAt: number;
  readonly runnerState?: string;
}

/** What became of a heartbeat. */
export type HeartbeatOutcome =
  | "sent"
  | "ack"
  | "empty"
  | "duplicate"
  | "no-route"
  | `skipped: ${string}`
  | `failed: ${string}`;

/** One heartbeat that ended, or that was skipped. */
export interface HeartbeatRecord {
  readonly id: string;
  readonly agentId: string;
  readonly reason: TurnReason;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: HeartbeatOutcome;
  /** How many events were in its prompt. */
  readonly events: number;
}

/** When the main session of an agent has its next turn. */
export interface HeartbeatState {
  readonly agentId: string;
  /** When the next periodic check is due; absent where there is none. */
  readonly nextAt?: number;
  /** Since when an immediate turn is asked for, and why; absent where none is. */
  readonly requestedAt?: number;
  readonly requestReason?: TurnReason;
  readonly lastStartedAt?: number;
  readonly lastEndedAt?: number;
  /** Failures one after the other. */
  readonly failures: number;
  /** When a failed turn is tried again; absent where none waits. */
  readonly retryAt?: number;
  /** The last answer that was delivered, and when: the same is not said twice a day. */
  readonly lastAnswer?: string;
  readonly lastAnswerAt?: number;
  /** The heartbeat or prompt that runs now. */
  readonly runningId?: string;
}

/** `failed` waits for its next try; `sending` has begun a call whose outcome is not known. */
export type DeliveryState = "queued" | "sending" | "failed" | "sent" | "dead" | "cancelled";

/** What a mapping with `action: "deliver"` sends, before it is written for a channel. */
export interface DeliveredText {
  /** In order; joined, they are the text. */
  readonly parts: readonly TextPart[];
  /** Whether the trusted parts are Markdown. */
  readonly markup: boolean;
  /** Whether an event chose the recipient. */
  readonly isRecipientTainted: boolean;
  /** Whether the text is also added to the main session when its window is closed. */
  readonly summary?: boolean;
}

/** One answer, or one text of a mapping, on its way to one recipient. */
export interface DeliveryRecord {
  readonly id: string;
  readonly agentId: string;
  /** Absent for the delivery of a heartbeat, and for the text of a mapping. */
  readonly runId?: string;
  readonly heartbeatId?: string;
  readonly mappingId?: string;
  readonly channel: string;
  readonly to: string;
  /** The account of the channel that sends it. */
  readonly accountId?: string;
  readonly createdAt: number;
  readonly state: DeliveryState;
  /** Of the text of a mapping: what it is made of. */
  readonly written?: DeliveredText;
  /** The text in parts, each at most as long as the channel allows. */
  readonly parts: readonly string[];
  /** The platform's id of each part that was sent, in order: its length is the number of sent parts. */
  readonly sentIds: readonly string[];
  /** When each of them was sent; absent if none was, and in a store from before version 6. */
  readonly sentAt?: readonly number[];
  /** Tries of the present part that have ended; of a sent delivery, the tries of its last part. */
  readonly tries: number;
  /** Whether parts go as plain text: they have no markup, or the platform refused it. */
  readonly plain: boolean;
  readonly dueAt: number;
  /** When the call began whose outcome is not known yet. */
  readonly sendingAt?: number;
  /** How often the present part was sent again after an unknown outcome. */
  readonly resends: number;
  /** When the first call began of the present part whose outcome is not known; absent: no part is in doubt. */
  readonly unsureSince?: number;
  readonly endedAt?: number;
  readonly code?: string;
  readonly reason?: string;
  /** The delivery that this one repeats, after `deliveries retry`. */
  readonly retryOf?: string;
  /** It gathers further events, whose texts `written` does not have yet; absent for any other delivery. */
  readonly window?: OpenWindow;
}

/** What became of a request. `accepted` made a run, an event or a delivery; all others made nothing. */
export type RequestOutcome =
  | "accepted"
  /** Its event was accepted before, and it got the first answer. */
  | "repeat"
  /** Its mapping said to skip it. */
  | "skipped"
  | "unmatched"
  /** Its list had no element, or none that was chosen. */
  | "empty"
  | "handshake"
  /** By its sender's fault: 4xx. */
  | "refused"
  /** 5xx: its sender may send it again. */
  | "failed";

/** A request as the store keeps it: no payload, no header, no secret. */
export interface StoredRequest {
  /** The sender's `X-Request-Id`, or the one that the ingress made. */
  readonly id: string;
  readonly at: number;
  /** `wake`, `agent`, or the name after the base path. */
  readonly hook: string;
  readonly outcome: RequestOutcome;
  /** Whether the sender showed a right token or signature. */
  readonly proved: boolean;
  /** Of what made nothing. */
  readonly status?: number;
  readonly code?: string;
  /** One line of at most 300 characters. */
  readonly detail?: string;
  readonly mappingId?: string;
  /** The known vendor of the sender, such as `github`. */
  readonly provider?: string;
  /** The sender's own id of the delivery. */
  readonly deliveryId?: string;
  /** Of an unmatched event: the mapping that came closest, and the clause that failed. */
  readonly nearest?: { readonly mappingId: string; readonly clause: string };
  /** The run, the event or the delivery that the action became; of a repeat: what the first one became. */
  readonly receipt?: string;
}

/** A try of a run, or of a part of a delivery, that did not succeed. */
export interface TryRecord {
  /** Of the run or the delivery. */
  readonly id: string;
  /** From 1; absent for a run. */
  readonly part?: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** What the run or the delivery became by it. */
  readonly state: RunState | DeliveryState;
  readonly code?: string;
  readonly reason?: string;
  /** The process ended during it. */
  readonly interrupted: boolean;
}
