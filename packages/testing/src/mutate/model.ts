// What mutation changes of a config, and what it tells: mutants, and whether a case notices each. Types and names.

import type { CompileOptions, HookEvent, MappingInput } from "@hookwright/core";
import type { TextSpan } from "@hookwright/template/runtime";
import type { UnitLocation } from "../cover/model.ts";
import type { EventChanges, SingleCase } from "../model.ts";

/** What a mutant changes: by what it is done to, in the order in which they are made. */
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

/** What becomes of the list of mappings. */
export type MappingEdit =
  | { readonly kind: "replace"; readonly mapping: MappingInput }
  | { readonly kind: "remove" }
  /** Exchanged with the mapping at that place. */
  | { readonly kind: "swap"; readonly with: number };

interface ChangedPart extends UnitLocation {
  readonly operator: MutationOperator;
  /** In words, behind the name of what is changed: `without match.headers.x-event`. */
  readonly label: string;
}

/** A config with one thing changed in its list of mappings. */
export interface MappingMutant extends ChangedPart {
  readonly mappingId: string;
  readonly partial?: undefined;
  /** Of the mapping in `hooks.mappings`. */
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
  /** The text that it has instead. */
  readonly text: string;
  /** Places of the mappings whose templates use it, themselves or through other partials. */
  readonly usedBy: readonly number[];
}

/** A config with one thing changed. */
export type Mutant = MappingMutant | PartialMutant;

/**
 * `killed`: a case fails. `survived`: none does. `not covered`: no case reaches what was changed. `invalid`:
 * it does not compile. `same`: it is proved that no event can tell.
 */
export type MutantVerdict = "killed" | "survived" | "not covered" | "invalid" | "same";

/** An event at hand, or a change of one, for which the mutant makes something else. It was tried. */
export interface MutantDifference extends EventChanges {
  /** The case whose event it is. */
  readonly from: string;
  /** What the config makes of it, in the words of an expectation. */
  readonly becomes: string;
  /** The mapping that takes it; absent where none does. */
  readonly mapping?: string;
}

/** What a mutant came to. */
export interface MutantResult {
  readonly mutant: Mutant;
  readonly verdict: MutantVerdict;
  /** The case that failed first. */
  readonly killedBy?: string;
  /** Of one that survived: an event that would tell, where one was found. */
  readonly difference?: MutantDifference;
}

/** What all mutants came to. */
export interface MutationReport {
  /** In the order of the config. */
  readonly results: readonly MutantResult[];
  readonly counts: Readonly<Record<MutantVerdict, number>>;
  /** Killed of those that were killed or survived, in percent, rounded down; 100 where there are none. */
  readonly score: number;
}

/** Cases that are run with the same options. */
export interface MutationSuite {
  /** Those that fail, or that nobody reviewed, count for nothing. */
  readonly cases: readonly SingleCase[];
  /** As for `compileHooks`. */
  readonly options?: CompileOptions;
  /** When events are received that do not say it. Default: 2026-01-02T03:04:05Z. */
  readonly now?: number;
}

/** Options of `runMutants`. */
export interface RunMutantsOptions {
  /** Whether lines of literal text are dropped, too. Default: false. */
  readonly text?: boolean;
  /** Which of all mutants are run. Default: all. */
  readonly choose?: (mutants: readonly Mutant[]) => readonly Mutant[];
  /** Whether an event that would tell is looked for. Default: true. */
  readonly suggests?: boolean;
  /** Further events of the senders: an event that would tell has a value of theirs, rather than one made up. Default: none. */
  readonly samples?: readonly HookEvent[];
  /** Is called before the first mutant and behind each, with how many have been run, and of how many. Default: nobody is. */
  readonly onProgress?: (done: number, total: number) => void;
}
