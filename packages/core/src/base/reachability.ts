// What `reachability` reports: which mappings an event can reach.

/**
 * `shadowed`: earlier mappings, or a built-in route, take all of its events. `contradictory`: no event
 * can match it. `unknown`: it depends on rules that are not analysed, such as comparisons of numbers,
 * or on too many cases; the report never guesses.
 */
export type Verdict = "reachable" | "shadowed" | "contradictory" | "unknown";

/** Whether any event can reach one mapping. */
export interface MappingReachability {
  readonly mappingId: string;
  readonly verdict: Verdict;
  /** The earlier mapping that takes every event by itself, where one does. */
  readonly shadowedBy?: string;
  /** Earlier mappings that take, or may take, some of its events. */
  readonly overlaps: readonly string[];
}
