// What a mapping asks of an event, ready to be compared; and what an event offers.

import type { HeaderSource, QueryRecord } from "@hookwright/base";
import type { Budget } from "@hookwright/template/internal";
import type { ValueClause } from "../config/index.ts";

/** What a condition is evaluated on. */
interface MatchData extends HeaderSource {
  readonly payload: unknown;
  readonly query: QueryRecord;
  readonly path: string;
  /** When the event was received, in ISO 8601 and UTC. */
  readonly now: () => string;
}

export interface MatchSubject extends MatchData {
  /** The payload's own `source`, where it is a string. */
  readonly source: string | undefined;
  /** As in `HookEvent`. */
  readonly proof?: string | undefined;
}

/** The proof that a mapping asks for. */
export interface RequiredProof {
  readonly id: string;
  /** Whether the hook token is as good. */
  readonly orToken: boolean;
}

export interface MatchRule {
  /** Undefined where the hook token is the proof, and within `not`. */
  readonly auth?: RequiredProof | undefined;
  readonly path: string | undefined;
  readonly source: string | undefined;
  readonly headers: readonly ValueClause[];
  readonly query: readonly ValueClause[];
  /** Undefined where the condition cannot be evaluated for this event. */
  readonly when:
    | { readonly holds: (data: MatchData, budget: Budget) => boolean | undefined }
    | undefined;
  readonly not: MatchRule | undefined;
}
