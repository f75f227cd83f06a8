// What an operator reads about one id, and pages of lists, as data.

/** A part of a list, the newest first unless the list says otherwise. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; absent if there is none. It stays valid while items change. */
  readonly next?: string;
}

/** What a step is about. `match`: which mapping took the event, or came closest. `part`: of a delivery. */
export type StepKind =
  | "request"
  | "match"
  | "run"
  | "try"
  | "answer"
  | "summary"
  | "heartbeat"
  | "part";

/** One thing that happened, or that waits to happen. */
export interface Step {
  readonly at: number;
  /** How long it took. */
  readonly ms?: number;
  readonly kind: StepKind;
  /** Another id to look up: of the request, mapping, run, event, heartbeat, or the delivery and its part. */
  readonly id: string;
  readonly state: string;
  readonly code?: string;
  /** One line. */
  readonly title: string;
  /** `detail.text` was sent by somebody outside, or written by a model that read such text. */
  readonly tainted?: true;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** What an id names. A sender's delivery id names its `request`s. */
export type TimelineKind = "request" | "run" | "event" | "delivery" | "heartbeat";

/** What happened to the subject of an id, in order of time. */
export interface Timeline {
  readonly id: string;
  readonly kind: TimelineKind;
  /** Whether something that follows from it has not ended. */
  readonly isOpen: boolean;
  readonly steps: readonly Step[];
}

/** What died for one reason. */
export interface Failure {
  readonly kind: "run" | "delivery";
  readonly code: string;
  readonly mapping?: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** The id of the newest. */
  readonly example: string;
}

/** An entry of the logbook of main sessions. */
export interface LogItem {
  readonly at: number;
  readonly ms?: number;
  readonly kind: "event" | "heartbeat" | "turn";
  readonly id: string;
  readonly agentId: string;
  readonly state: string;
  readonly title: string;
  readonly mappingId?: string;
  readonly runId?: string;
}
