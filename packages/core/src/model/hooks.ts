// The compiled config: what compileHooks returns and the ingress is built on.
import type { RouteAuth } from "./auth/route-auth.ts";
import type { HookEvent } from "./event.ts";
import type { Explanation } from "./explanation.ts";
import type { MatchClauses } from "./mapping.ts";
import type { Clock, RandomId } from "./ports.ts";
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

/** How long events are remembered, in seconds. */
export interface DedupeSettings {
  /** By their keys and delivery ids. */
  readonly ttlSeconds: number;
  /** By the hash of their body; 0: not by it. */
  readonly bodySeconds: number;
}

/** A mapping as reports show it. */
export interface MappingSummary {
  readonly id: string;
  readonly action: "wake" | "agent";
  readonly match: MatchClauses;
  /** The preset that made it; absent for the operator's own mappings. */
  readonly preset?: string;
}

/** A compiled config. Immutable; safe to share between any number of servers. */
export interface Hooks {
  readonly settings: HooksSettings;
  readonly mappings: readonly MappingSummary[];
  /** The warnings of the compiler. */
  readonly warnings: readonly Problem[];
  /** What the compiler found legal, and perhaps meant in another way. */
  readonly hints: readonly Problem[];
  /** The clock and the source of ids that it was compiled with: an ingress uses the same. */
  readonly ports: { readonly clock: Clock; readonly randomId: RandomId };
  /** Whether `candidate` is the hook token, or one of two. The time does not depend on the position of a difference. */
  readonly verifyToken: (candidate: string) => boolean;
  /** Whether the token may come as `?token=` (deprecated). */
  readonly queryToken: boolean;
  /** How long events are remembered. */
  readonly dedupe: DedupeSettings;
  /** The SHA-256 of a body in hexadecimal, by the `crypto` of the compiler. */
  readonly hashBody: (body: Uint8Array) => PromiseOrValue<string>;
  /**
   * The same text with `***` for the hook token, also where it is percent-encoded. A token of fewer than 8
   * characters is only replaced where it is the whole text.
   */
  readonly hideSecrets: (text: string) => string;
  /** Whether some mapping, or a built-in route, could take an event of this name. */
  readonly hasRoute: (path: string) => boolean;
  /** The largest body, in bytes, that an event of this name may have: known before the body is read. */
  readonly bodyLimit: (path: string) => number;
  /**
   * How requests of this name are authenticated; undefined for those of the hook token. What it accepts is
   * resolved with its id as `proof`.
   */
  readonly routeAuth: (path: string) => RouteAuth | undefined;
  /**
   * Turns an event into its resolution. Never throws and never rejects, for any payload. Returns a
   * promise only where the mapping's transform is asynchronous; `await` accepts both.
   */
  readonly resolve: (event: HookEvent) => PromiseOrValue<Resolution>;
  /** For each mapping, in order: whether an event can reach it, and which mappings overlap it. */
  readonly reachability: () => readonly MappingReachability[];
  /** Resolves the event and reports every step. */
  readonly explain: (event: HookEvent) => Promise<Explanation>;
}
