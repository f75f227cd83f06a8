// The types of an event that stands in a file.
import type { HeaderRecord, HookEvent, QueryRecord } from "@hookwright/core";

/** A value that whoever recorded an event replaced. */
export interface Redaction {
  /** Where it stands: `payload.sender.email`. */
  readonly path: string;
  /** What asked for it. */
  readonly rule?: string;
}

/** How an event was recorded. */
export interface RecordingFacts {
  /** The program and its version. */
  readonly by?: string;
  readonly redacted?: readonly Redaction[];
}

/** One event of a file, for `resolve` and `explain` of the core once its path is known. */
export interface RecordedEvent
  extends Pick<HookEvent, "payload" | "receivedAt" | "integersAsText"> {
  /** The name of the hook. Absent in a bare payload, which says nothing about its request. */
  readonly path?: string;
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
  /** Absent where nobody recorded it. */
  readonly recorded?: RecordingFacts;
  /** Its line in a file of several events. */
  readonly line?: number;
}

/** The events of a file that could be read. */
export interface EventDocument {
  /** `event`: one with its request. `payload`: a bare body. `lines`: any number of events, one a line. */
  readonly kind: "event" | "payload" | "lines";
  readonly events: readonly RecordedEvent[];
}
