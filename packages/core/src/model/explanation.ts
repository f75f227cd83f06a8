// What `explain` reports: the resolution, and how it came about.
import type { Resolution } from "./resolution.ts";

/** Whether and why one mapping matched. Mappings after the first match are not tried. */
export interface MatchReport {
  readonly mappingId: string;
  readonly result: "matched" | "not matched" | "not tried";
  /** The clause that failed, in words. */
  readonly reason?: string;
}

/** One expression of one field, as it was rendered. */
export interface ExpressionReport {
  readonly field: string;
  readonly expression: string;
  readonly text: string;
}

export interface Explanation {
  readonly resolution: Resolution;
  readonly matches: readonly MatchReport[];
  readonly expressions: readonly ExpressionReport[];
  /** What each stage did, in order, one sentence each. */
  readonly stages: readonly string[];
}
