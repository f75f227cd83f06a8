// The compiled config: what compileHooks returns and the ingress is built on.
import type { HookEvent } from "./event.ts";
import type { Explanation } from "./explanation.ts";
import type { MatchClauses } from "./mapping.ts";
import type { Problem } from "./problem.ts";
import type { MappingReachability } from "./reachability.ts";
import type { PromiseOrValue, Resolution } from "./resolution.ts";

/** The settings of the endpoint, normalized. */
export interface HooksSettings {
  readonly enabled: boolean;
  /** Base path with a leading slash and no trailing one: `/hooks`. */
  readonly path: string;
  readonly maxBodyBytes: number;
}

/** A mapping as reports name it. */
export interface MappingSummary {
  readonly id: string;
  readonly action: "wake" | "agent";
  readonly match: MatchClauses;
  /** The preset that made it; absent for what the operator wrote. */
  readonly preset?: string;
}

/** A compiled config. Immutable; safe to share between any number of servers. */
export interface Hooks {
  readonly settings: HooksSettings;
  readonly mappings: readonly MappingSummary[];
  /** What compiling found worth a warning. */
  readonly warnings: readonly Problem[];
  /** Whether `candidate` is the hook token. Takes the same time wherever the difference lies. */
  readonly verifyToken: (candidate: string) => boolean;
  /** Whether some mapping, or a built-in route, could take an event of this name. */
  readonly hasRoute: (path: string) => boolean;
  /**
   * Turns an event into what becomes of it. Never throws and never rejects, whatever the payload.
   * Gives a promise only where the mapping's transform is asynchronous; `await` serves both.
   */
  readonly resolve: (event: HookEvent) => PromiseOrValue<Resolution>;
  /** For each mapping, in order: whether an event can still reach it, and which take some from it. */
  readonly reachability: () => readonly MappingReachability[];
  /** The same walk, with a report of every step. */
  readonly explain: (event: HookEvent) => Promise<Explanation>;
}
