// Parts of a mapping that authoring normalizes and serving runs on. Types only.
import type { LockableField } from "./action.ts";

export interface TransformReference {
  readonly module: string;
  readonly export?: string | undefined;
  /** Milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Fields that the transform cannot change. */
  readonly lock: readonly LockableField[];
}

/** A header or query parameter that must have one of several values. Header names are in lower case. */
export interface ValueClause {
  readonly name: string;
  readonly values: readonly string[];
}

/** The events that a mapping matches: every clause must hold. */
export interface MatchClauses {
  readonly path?: string;
  readonly source?: string;
  readonly headers: readonly ValueClause[];
  readonly query: readonly ValueClause[];
  /** A JSON Logic rule, as written. */
  readonly when?: unknown;
  /** Clauses that must not all hold. */
  readonly not?: MatchClauses;
}

/** How many events of a mapping may be dispatched. */
export interface RateLimit {
  /** Milliseconds between events at an even rate. */
  readonly intervalMs: number;
  /** How many may come at once. */
  readonly burst: number;
}

/** How the forms of a hook name are read. */
export interface FormOptions {
  /** Whether brackets in names make objects and lists. */
  readonly isNested: boolean;
  /** How the content of a part is read, by the name of the part. */
  readonly files: ReadonlyMap<string, "json" | "text">;
  /** Names of the fields whose JSON is the payload; the first one present counts. */
  readonly payloadFields: readonly string[];
}
