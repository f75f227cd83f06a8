// The types of an event in a file.
import { isBeyondDouble } from "@hookwright/base";
import type { ConfigPath, HeaderRecord, HookEvent, QueryRecord } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";

/** A value that was replaced when the event was recorded. */
export interface Redaction {
  /** Its path: `payload.sender.email`. */
  readonly path: string;
  /** The rule that asked for the replacement. */
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
  /** Absent if it was not recorded. */
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

export interface KeptDigits {
  readonly value: unknown;
  /** Integers in the value that are kept as text, in order. */
  readonly integersAsText: readonly string[];
}

/** Parses as `parseJson` of the core does for strict JSON. `at` is the path of the value in the document. */
export function keepDigits(
  { config, source, rangeOf }: Pick<ConfigDocument, "config" | "source" | "rangeOf">,
  at: ConfigPath = [],
): KeptDigits {
  const integersAsText: string[] = [];
  const copy = (value: unknown, path: ConfigPath): unknown => {
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      const digits = NUMBER.exec(source.slice(rangeOf(path).start.offset))?.[1];
      // A hexadecimal number, or the word Infinity, has no digits to keep.
      if (digits === undefined || !isBeyondDouble(digits)) return value;
      integersAsText.push(digits);
      return digits;
    }
    if (Array.isArray(value)) return value.map((item, index) => copy(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, copy(part, [...path, key])]),
    );
  };
  const value = copy(config, at);
  return { value, integersAsText };
}

/** The value ends after the match. */
const NUMBER = /^\+?(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/;
