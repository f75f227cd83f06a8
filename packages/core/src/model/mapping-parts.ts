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

/** A header or query parameter that must have one of some values. Header names are in lower case. */
export interface ValueClause {
  readonly name: string;
  readonly values: readonly string[];
}

/** Which events a mapping is for: every clause must hold. */
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

/** How many events of a mapping are dispatched. */
export interface RateLimit {
  /** Milliseconds from one event to the next, where they come evenly. */
  readonly intervalMs: number;
  /** How many may come at once. */
  readonly burst: number;
}

/** How forms of a name are read. */
export interface FormOptions {
  /** Whether brackets in names make objects and lists. */
  readonly isNested: boolean;
  /** By the name of a part: what its content is read as. */
  readonly files: ReadonlyMap<string, "json" | "text">;
  /** Names of the fields whose JSON is the payload; the first that is there counts. */
  readonly payloadFields: readonly string[];
}
