// Mutants of a config, and the report on them. Types and names.

import type { CompileOptions, HookEvent, MappingInput } from "@hookwright/core";
import type { TextSpan } from "@hookwright/template/runtime";
import type { UnitLocation } from "../cover/model.ts";
import type { EventChanges, SingleCase } from "../model.ts";

/** The kinds of changes, in the order in which mutants are created. */
export const MUTATION_OPERATORS = [
  "mapping-remove",
  "mapping-swap",
  "clause-drop",
  "value-drop",
  "cond-negate",
  "cond-join",
  "cond-drop",
  "cond-compare",
  "cond-value",
  "cond-path",
  "expr-blank",
  "expr-sibling",
  "if-negate",
  "else-drop",
  "each-first",
  "default-drop",
  "helper-drop",
  "helper-arg",
  "field-drop",
  "field-flip",
  "key-merge",
  "guard-drop",
  "text-drop",
] as const;

/** The code of a kind of change. */
export type MutationOperator = (typeof MUTATION_OPERATORS)[number];

/** A change of the list of mappings. */
export type MappingEdit =
  | { readonly kind: "replace"; readonly mapping: MappingInput }
  | { readonly kind: "remove" }
  /** Swapped with the mapping at that index. */
  | { readonly kind: "swap"; readonly with: number };

interface ChangedPart extends UnitLocation {
  readonly operator: MutationOperator;
  /** In words, after the name of the mapping or partial: `without match.headers.x-event`. */
  readonly label: string;
}

/** A config with one thing changed in its list of mappings. */
export interface MappingMutant extends ChangedPart {
  readonly mappingId: string;
  readonly partial?: undefined;
  /** The index of the mapping in `hooks.mappings`. */
  readonly place: number;
  readonly edit: MappingEdit;
}

/** A config with one thing changed in a partial. */
export interface PartialMutant extends ChangedPart {
  readonly mappingId?: undefined;
  readonly place?: undefined;
  readonly edit?: undefined;
  /** Its name. */
  readonly partial: string;
  readonly span: TextSpan;
  /** Its new text. */
  readonly text: string;
  /** Indexes of the mappings whose templates use it, directly or through other partials. */
  readonly usedBy: readonly number[];
}

/** A config with one thing changed. */
export type Mutant = MappingMutant | PartialMutant;

/**
 * `killed`: a case fails. `survived`: none does. `not covered`: no case reaches the change. `invalid`: it does not compile.
 * `same`: it is proved equivalent.
 */
export type MutantVerdict = "killed" | "survived" | "not covered" | "invalid" | "same";

/** A known event, or a change of one, with another result for the mutant, as a trial showed. */
export interface MutantDifference extends EventChanges {
  /** The case whose event it is. */
  readonly from: string;
  /** What it becomes with the config, as an expectation says it. */
  readonly becomes: string;
  /** The mapping that takes it; absent if none does. */
  readonly mapping?: string;
}

/** The result of a mutant. */
export interface MutantResult {
  readonly mutant: Mutant;
  readonly verdict: MutantVerdict;
  /** The case that failed first. */
  readonly killedBy?: string;
  /** For a survivor: an event that shows the change, if one was found. */
  readonly difference?: MutantDifference;
}

/** The results of all mutants. */
export interface MutationReport {
  /** In the order of the config. */
  readonly results: readonly MutantResult[];
  readonly counts: Readonly<Record<MutantVerdict, number>>;
  /** The percentage of killed among killed and survived mutants, rounded down; 100 if there are none. */
  readonly score: number;
}

/** Cases with the same options. */
export interface MutationSuite {
  /** Failed and unreviewed cases do not count. */
  readonly cases: readonly SingleCase[];
  /** As for `compileHooks`. */
  readonly options?: CompileOptions;
  /** The time of events without `receivedAt`. Default: 2026-01-02T03:04:05Z. */
  readonly now?: number;
}

/** Options of `runMutants`. */
export interface RunMutantsOptions {
  /** Whether lines of literal text are also dropped. Default: false. */
  readonly text?: boolean;
  /** Selects mutants. Default: all. */
  readonly choose?: (mutants: readonly Mutant[]) => readonly Mutant[];
  /** Whether to search for events that show survivors. Default: true. */
  readonly suggests?: boolean;
  /** Other events of the senders, whose values the search prefers to made-up ones. Default: none. */
  readonly samples?: readonly HookEvent[];
  /** Called before the first mutant and after each, with the number of finished mutants and of all mutants. */
  readonly onProgress?: (done: number, total: number) => void;
}
