// What coverage counts, and what it tells: units of a config, of which cases exercise some. Types only.

import type { ConfigPath, HookEvent } from "@hookwright/core";
import type { TextSpan } from "@hookwright/template/runtime";
import type { Asserted, EventChanges } from "../model.ts";

/** In the order in which reports show them. */
export const COVERAGE_KINDS = [
  "mappings",
  "clauses",
  "conditions",
  "branches",
  "expressions",
] as const;

/** What a unit is a part of: a match, a condition, or a template. */
export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** An event that a case ran, and what the case says about it. */
export interface CoverageRun {
  readonly name: string;
  readonly event: HookEvent;
  /** Of a case that passes. Absent: the case fails or nobody reviewed it, so it counts for nothing. */
  readonly asserted?: Asserted | undefined;
}

/** Where a unit stands. */
export interface UnitLocation {
  /** Keys and indexes from the root of the config. */
  readonly path: ConfigPath;
  /** Within the template that stands there, as written. */
  readonly span?: TextSpan;
}

/** A thing that some case must exercise. */
export interface CoverageUnit extends UnitLocation {
  readonly kind: CoverageKind;
  /** Absent where the unit is of a partial, or of a path. */
  readonly mappingId?: string;
  /** In words: `payload.action == "opened" is true`. */
  readonly label: string;
  /** Of a partial: the templates that use it, as keys from the root of the config; empty where none does. */
  readonly usedBy?: readonly ConfigPath[];
  readonly isCovered: boolean;
  /** Why not; absent where it is covered. */
  readonly reason?: string;
  /** The cheapest case that would cover it, if one was found. */
  readonly suggestion?: Suggestion;
}

/** A changed event that covers a unit: it was tried. */
export interface Suggestion extends EventChanges {
  /** The case whose event is changed. */
  readonly from: string;
  /** The event with the changes. */
  readonly event: HookEvent;
  /** What it becomes, in the words of an expectation. */
  readonly becomes: string;
  /** The mapping that takes it; absent where none does. */
  readonly mapping?: string;
}

/** What a report is to have. */
export interface CoverageReportOptions {
  /** Whether the cheapest case is looked for, for each unit that is missing. Default: true. */
  readonly suggests?: boolean;
  /** Further events of the senders: a near miss takes a value of theirs before it makes one up. Default: none. */
  readonly samples?: readonly HookEvent[];
}

/** How many units there are, and how many of them are covered. */
export interface CoverageCount {
  readonly covered: number;
  readonly total: number;
  /** Rounded down, so that 100 says that nothing is missing; 100 where there is nothing to cover. */
  readonly percent: number;
}

/** What cases cover of a config, and what they do not. */
export interface CoverageReport {
  /** In the order of the config. */
  readonly units: readonly CoverageUnit[];
  readonly total: CoverageCount;
  readonly kinds: Readonly<Record<CoverageKind, CoverageCount>>;
}
