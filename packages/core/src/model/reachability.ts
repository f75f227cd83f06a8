// Which mappings an event can still reach: what `reachability` of the compiled config reports.

/**
 * `shadowed`: earlier mappings, or a built-in route, take every event of it. `contradictory`: no
 * event can match it at all. `unknown`: it depends on rules that are not looked into, such as
 * comparisons of numbers, or on too many cases; it is never guessed.
 */
export type Verdict = "reachable" | "shadowed" | "contradictory" | "unknown";

/** Whether any event can still reach one mapping. */
export interface MappingReachability {
  readonly mappingId: string;
  readonly verdict: Verdict;
  /** The earlier mapping that takes every event by itself, where one does. */
  readonly shadowedBy?: string;
  /** Earlier mappings that take some of its events, or may. */
  readonly overlaps: readonly string[];
}
