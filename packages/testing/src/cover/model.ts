// The units of a config that coverage counts, and its report. Types only.

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

/** The kind of a unit. */
export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** An event that a case ran, and what the case asserts. */
export interface CoverageRun {
  readonly name: string;
  readonly event: HookEvent;
  /** Absent if the case fails or was not reviewed: then it does not count. */
  readonly asserted?: Asserted | undefined;
}

/** The position of a unit. */
export interface UnitLocation {
  /** Keys and indexes from the root of the config. */
  readonly path: ConfigPath;
  /** Within the template at this path, as written. */
  readonly span?: TextSpan;
}

/** A part of a config that some case must cover. */
export interface CoverageUnit extends UnitLocation {
  readonly kind: CoverageKind;
  /** Absent for a unit of a partial or of a hook name. */
  readonly mappingId?: string;
  /** In words: `payload.action == "opened" is true`. */
  readonly label: string;
  /** For a partial: the paths of the templates that use it. */
  readonly usedBy?: readonly ConfigPath[];
  readonly isCovered: boolean;
  /** Why it is not covered; absent if it is. */
  readonly reason?: string;
  /** The cheapest case that would cover it, if one was found. */
  readonly suggestion?: Suggestion;
}

/** A changed event that covers a unit, as a trial showed. */
export interface Suggestion extends EventChanges {
  /** The case whose event is changed. */
  readonly from: string;
  /** The event with the changes. */
  readonly event: HookEvent;
  /** What it becomes, as an expectation says it. */
  readonly becomes: string;
  /** The mapping that takes it, or a list if several get it; absent if none does. */
  readonly mapping?: string | readonly string[];
}

/** Options of a report. */
export interface CoverageReportOptions {
  /** Whether a case is suggested for each missing unit. Default: true. */
  readonly suggests?: boolean;
  /** Other events of the senders, whose values suggestions prefer to made-up ones. Default: none. */
  readonly samples?: readonly HookEvent[];
}

/** The number of units and of covered units. */
export interface CoverageCount {
  readonly covered: number;
  readonly total: number;
  /** Rounded down, so that 100 means that nothing is missing; 100 without any units. */
  readonly percent: number;
}

/** The coverage of a config. */
export interface CoverageReport {
  /** In the order of the config. */
  readonly units: readonly CoverageUnit[];
  readonly total: CoverageCount;
  readonly kinds: Readonly<Record<CoverageKind, CoverageCount>>;
}
