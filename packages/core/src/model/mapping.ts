// One mapping after normalizing: every spelling reduced to one, every default filled in, nothing compiled yet.
import type { ActionKind, FieldValues, LockableField } from "./field-values.ts";

/** Where a mapping was written, for problems: config keys and indexes from the root of the config. */
export type ConfigPath = readonly (string | number)[];

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

/** The list of which each element becomes an action of its own. */
export interface ForEach {
  /** Path from the payload: `data.messages`. */
  readonly path: string;
  readonly atomic: boolean;
}

/** Every field is always there: thousands of objects of one shape are quick to make and to read. */
export interface Mapping {
  readonly id: string;
  readonly configPath: ConfigPath;
  /** The preset that made it; absent for what the operator wrote. */
  readonly preset: string | undefined;
  readonly match: MatchClauses;
  /** Whether its events are taken without anything being done. */
  readonly skip: boolean;
  readonly forEach: ForEach | undefined;
  readonly instructions: string | undefined;
  readonly action: ActionKind;
  /** `messageTemplate` of an agent mapping, `textTemplate` of a wake mapping. */
  readonly text: string | undefined;
  readonly fields: FieldValues;
  readonly allowUnsafeExternalContent: boolean;
  readonly transform: TransformReference | undefined;
}
