// What the command line measures, as data for the views of reports. Types only.

/** The export of the built module `render-report.js`: one HTML file, without scripts. */
export type RenderReport = (report: Report) => string;

export type Report = CoverageReport | MutationReport | DiffReport;

/** Coverage of configs by their test files. */
export interface CoverageReport {
  readonly kind: "coverage";
  readonly configs: readonly CoveredConfig[];
}

export interface CoveredConfig {
  readonly name: string;
  /** Whole percent. */
  readonly percent: number;
  /** `total` is the last. */
  readonly counts: readonly CountOfKind[];
  readonly missing: readonly MissingPart[];
  readonly files: readonly SourceFile[];
}

interface CountOfKind {
  readonly name: string;
  readonly covered: number;
  readonly total: number;
  readonly percent: number;
}

export interface MissingPart {
  /** Absent for what no file has. */
  readonly place?: SourceLocation;
  /** A mapping or partial. */
  readonly owner: string;
  /** The part of the config. */
  readonly label: string;
  readonly reason: string;
  readonly add?: CaseToAdd;
}

/** A case that was tried. */
export interface CaseToAdd {
  /** The case whose event is used. */
  readonly from: string;
  /** Whether the lines belong into that case; else a new one has its event. */
  readonly isInIt?: true;
  /** Lines of a test file: the changes of the event, and the expectation. */
  readonly lines: readonly string[];
}

/** Mutation of configs. */
export interface MutationReport {
  readonly kind: "mutation";
  readonly configs: readonly MutatedConfig[];
}

export interface MutatedConfig {
  readonly name: string;
  /** Whole percent. */
  readonly score: number;
  readonly counts: readonly (readonly [name: string, count: number])[];
  /** How to repeat a sample; absent if every mutant was run. */
  readonly sample?: string;
  readonly survived: readonly Survivor[];
  readonly notCovered: readonly MutantRow[];
  readonly killed: readonly KilledMutant[];
  readonly files: readonly SourceFile[];
}

export interface MutantRow {
  readonly place?: SourceLocation;
  readonly operator: string;
  /** What is changed, in words. */
  readonly text: string;
}

export interface Survivor extends MutantRow {
  readonly reason: string;
  readonly add?: CaseToAdd;
}

interface KilledMutant extends MutantRow {
  readonly by: string;
}

/** The differences of two configs over the same events. */
export interface DiffReport {
  readonly kind: "diff";
  readonly before: string;
  readonly after: string;
  readonly events: number;
  readonly same: number;
  /** Not allowed ones first. */
  readonly groups: readonly DiffGroup[];
  /** Differences of the mappings, a sentence each. */
  readonly mappings: readonly string[];
  /** Runs per day, and the reason of the exit code. */
  readonly end: string;
  readonly isOk: boolean;
  readonly files: readonly SourceFile[];
}

export interface DiffGroup {
  readonly name: string;
  readonly isAllowed: boolean;
  readonly text: string;
  readonly count: number;
  /** Whole percent of all events. */
  readonly percent: number;
  readonly events: readonly string[];
  /** What its events become. */
  readonly before: string;
  readonly after: string;
  readonly lines: readonly ChangedLine[];
  readonly prompt?: TextSides;
}

interface ChangedLine {
  readonly place: SourceLocation;
  readonly text: string;
}

/** The same text of two configs. */
export interface TextSides {
  readonly rows: readonly SideRow[];
  /** In full. */
  readonly before: string;
  readonly after: string;
}

/** A line of each side; a number of equal lines that are left out. */
export type SideRow =
  | {
      readonly isSame: boolean;
      readonly before?: readonly SourcePiece[];
      readonly after?: readonly SourcePiece[];
    }
  | { readonly leftOut: number };

/** A line of one of the report's files. */
export interface SourceLocation {
  /** Index in `files`. */
  readonly file: number;
  /** From 1. */
  readonly line: number;
  /** `hooks.yaml:7:19` */
  readonly text: string;
}

/** A config or an included file, without the values of secrets. */
export interface SourceFile {
  readonly name: string;
  readonly lines: readonly SourceLine[];
}

export interface SourceLine {
  readonly pieces: readonly SourcePiece[];
  /** What its parts lack. */
  readonly notes: readonly string[];
}

export interface SourcePiece {
  readonly text: string;
  /** Whether tests cover or notice it; `changed`: the other side of a comparison lacks it. */
  readonly mark?: "good" | "part" | "bad" | "changed";
}
