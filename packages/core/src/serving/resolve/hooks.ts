// The compiled config: what compileHooks returns and the ingress is built on.

import type { Clock, PromiseOrValue, RandomId } from "@hookwright/base";
import type { BodyFormat, RouteAuth } from "@hookwright/signatures/runtime";
import type {
  ConfigPath,
  Decompressor,
  ExplainOptions,
  Explanation,
  FormOptions,
  HookEvent,
  LockableField,
  MappingReachability,
  MatchClauses,
  Problem,
  RateLimit,
  Resolution,
} from "../../model/index.ts";

/** The settings of the endpoint, normalized. */
export interface HooksSettings {
  readonly enabled: boolean;
  /** Base path with a leading slash and no trailing one: `/hooks`. */
  readonly path: string;
  readonly maxBodyBytes: number;
}

/** How many wrong credentials of one client are forgiven, and for how long. */
export interface ThrottleSettings {
  readonly maxFailures: number;
  readonly windowMs: number;
}

/** How long events are remembered, in seconds. */
export interface DedupeSettings {
  /** By their keys and delivery ids. */
  readonly ttlSeconds: number;
  /** By the hash of their body; 0: not by it. */
  readonly bodySeconds: number;
}

/** With which status an accepted request to a built-in route is answered. */
export interface RouteStatuses {
  readonly agent: number;
  readonly wake: number;
}

/** A mapping as a server names it. */
export interface RuntimeMappingSummary {
  readonly id: string;
  readonly action: "wake" | "agent";
  /** The hook name that it takes events of; absent: any. */
  readonly match: Pick<MatchClauses, "path">;
  /** The preset that made it; absent for the operator's own mappings. */
  readonly preset?: string;
}

/** A mapping as reports show it. */
export interface MappingSummary extends RuntimeMappingSummary {
  readonly match: MatchClauses;
}

/** What no summary and no event shows of a mapping: for the gates, and for tools that look at a config or compare two. */
export interface MappingDetails {
  /** Whether text from outside stands in a fence. */
  readonly isFenced: boolean;
  /** The template of what stands in front of the fence; empty where there is none. */
  readonly instructions: string;
  /** The fields that its transform cannot change; absent where it has no transform. */
  readonly locks?: readonly LockableField[];
  /** The list whose elements each become an action: its path, and the rule that chooses elements, as a config has it. */
  readonly forEach?: { readonly path: string; readonly when?: unknown };
  /** Where the config has it: a preset's mapping stands where the preset is named. */
  readonly configPath: ConfigPath;
  /**
   * Where the answers of its runs go, as written, before any transform. Absent where no answer is delivered.
   * `to` and `agentId` are templates.
   */
  readonly delivery?: {
    readonly channel: string;
    readonly to?: string;
    readonly agentId?: string;
  };
  /** What the sender of an accepted event is told; absent where the mapping has no answer of its own. */
  readonly answer?: FixedAnswer;
  /** Absent where the mapping has no limit. */
  readonly rateLimit?: RateLimit;
}

/**
 * What holds for a hook name, whichever of its mappings takes an event: a request is authenticated, limited and
 * decoded before anything knows which mapping it is for.
 */
export interface Endpoint {
  /** As in `match.path`, or `wake` or `agent`; undefined for a name that only mappings without a name take. */
  readonly name: string | undefined;
  /**
   * How requests are authenticated; undefined where the hook token opens it alone. What it accepts is resolved
   * with its id as `proof`.
   */
  readonly auth: RouteAuth | undefined;
  /**
   * What the bodies may be: what the mappings say, else what the vendor sends, else JSON. Where there are several,
   * the content type decides.
   */
  readonly bodyFormats: readonly BodyFormat[];
  /** How its forms are read; absent where nothing is said of them. */
  readonly form?: FormOptions;
  /** The largest body, in bytes, that some mapping of the name takes. */
  readonly maxBodyBytes: number;
}

/** The answer of a mapping's `respond`, as it is sent. */
export interface FixedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Hooks as `link` makes them of a plan. Immutable; safe to share between any number of servers. */
export interface RuntimeHooks {
  readonly settings: HooksSettings;
  readonly mappings: readonly RuntimeMappingSummary[];
  /** What holds for one mapping. Undefined where none has this id. */
  readonly mapping: (id: string) => MappingDetails | undefined;
  /** What holds for one hook name. Undefined where no mapping, and no built-in route, could take an event of it. */
  readonly endpoint: (name: string) => Endpoint | undefined;
  /** The warnings of the compiler; of a config that `loadHooks` read, also those of its text and modules, with positions. */
  readonly warnings: readonly Problem[];
  /** What the compiler found legal, and perhaps meant in another way. */
  readonly hints: readonly Problem[];
  /** What it was compiled with, for an ingress to use the same; without a decompressor, it has its own. */
  readonly ports: {
    readonly clock: Clock;
    readonly randomId: RandomId;
    readonly decompressor?: Decompressor | undefined;
  };
  /** Whether `candidate` is the hook token, or one of two. The time does not depend on the position of a difference. */
  readonly verifyToken: (candidate: string) => boolean;
  /** Whether the token may come as `?token=` (deprecated). */
  readonly queryToken: boolean;
  /** Lower-case names of the headers that may carry the token beside `authorization`. */
  readonly tokenHeaders: readonly string[];
  readonly routeStatuses: RouteStatuses;
  /** How long events are remembered. */
  readonly dedupe: DedupeSettings;
  /** The SHA-256 of the parts of a body, one after the other, in hexadecimal; by the `crypto` of the compiler. */
  readonly hashBody: (parts: readonly (string | Uint8Array)[]) => PromiseOrValue<string>;
  /**
   * The same text with `***` for the hook token and the secrets of every `auth`, also where they are
   * percent-encoded. One of fewer than 8 characters is only replaced where it is the whole text.
   */
  readonly hideSecrets: (text: string) => string;
  readonly throttle: ThrottleSettings;
  /** Gets addresses in their one spelling. Undefined where no proxy is trusted. */
  readonly isTrustedProxy: ((address: string) => boolean) | undefined;
  /**
   * Turns an event into its resolution. Never throws and never rejects, for any payload. Returns a
   * promise only where the mapping's transform is asynchronous; `await` accepts both.
   */
  readonly resolve: (event: HookEvent) => PromiseOrValue<Resolution>;
}

/** A compiled config: hooks that can also explain an event. Immutable; safe to share between any number of servers. */
export interface Hooks extends RuntimeHooks {
  readonly mappings: readonly MappingSummary[];
  /** For each mapping, in order: whether an event can reach it, and which mappings overlap it. */
  readonly reachability: () => readonly MappingReachability[];
  /** Resolves the event and reports every step. */
  readonly explain: (event: HookEvent, options?: ExplainOptions) => Promise<Explanation>;
}
