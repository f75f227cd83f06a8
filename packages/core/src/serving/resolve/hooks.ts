// The hooks: what `compileHooks` and `link` return and the ingress serves. Types only.

import type { Clock, PromiseOrValue, RandomId } from "@hookwright/base";
import type { BodyFormat, RouteAuth } from "@hookwright/signatures/runtime";
import type {
  ActionKind,
  Coalesce,
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

/** How many wrong credentials of one client are allowed, and in how long. */
export interface ThrottleSettings {
  readonly maxFailures: number;
  readonly windowMs: number;
}

/** How long events are remembered, in seconds. */
export interface DedupeSettings {
  /** By keys and delivery ids. */
  readonly ttlSeconds: number;
  /** By the hash of the body; 0: never. */
  readonly bodySeconds: number;
}

/** The status of the answer to an accepted request to a built-in route. */
export interface RouteStatuses {
  readonly agent: number;
  readonly wake: number;
}

/** A mapping, as a server lists it. */
export interface RuntimeMappingSummary {
  readonly id: string;
  readonly action: ActionKind;
  /** The hook name of its events; absent: any. */
  readonly match: Pick<MatchClauses, "path">;
  /** The preset that it comes from; absent for the operator's own mappings. */
  readonly preset?: string;
}

/** A mapping, as reports show it. */
export interface MappingSummary extends RuntimeMappingSummary {
  readonly match: MatchClauses;
}

/** Details of a mapping for the ingress, and for tools that inspect or compare configs. */
export interface MappingDetails {
  /** Whether text from outside is fenced. */
  readonly isFenced: boolean;
  /** The template of the text before the fence; empty if there is none. */
  readonly instructions: string;
  /** The fields that its transform cannot change; absent without a transform. */
  readonly locks?: readonly LockableField[];
  /** The list whose elements become actions: its path, and the rule that selects elements, as in the config. */
  readonly forEach?: { readonly path: string; readonly when?: unknown };
  /** Its path in the config; for a mapping of a preset, the path of the preset's name. */
  readonly configPath: ConfigPath;
  /**
   * Where the answers of its runs, or its own texts, go, as written, before any transform. Absent if nothing is
   * delivered.
   * `to` and `agentId` are templates.
   */
  readonly delivery?: {
    readonly channel: string;
    readonly to?: string;
    readonly agentId?: string;
  };
  /** The mapping's own answer to the sender of an accepted event, if it has one. */
  readonly answer?: FixedAnswer;
  /** Absent without a limit. */
  readonly rateLimit?: RateLimit;
  /** For a host: how events are joined into one action. Absent: each is an action of its own. */
  readonly coalesce?: Omit<Coalesce, "key" | "hasSessionKey">;
  /** For a host: how many of its runs may be at work at a time. Absent without a limit. */
  readonly maxConcurrent?: number;
  /** For a host: the endpoint that alone gets the ends of its runs. Absent if it names none. */
  readonly onCompletion?: string;
}

/**
 * The settings of a hook name, for all of its mappings: a request is authenticated, limited and decoded
 * before its mapping is known.
 */
export interface Endpoint {
  /**
   * As in `match.path`, or `wake` or `agent`; undefined for a name that only mappings without a `match.path`
   * match.
   */
  readonly name: string | undefined;
  /**
   * How requests are authenticated; undefined if only the hook token opens it. Accepted requests are resolved
   * with its id as `proof`.
   */
  readonly auth: RouteAuth | undefined;
  /**
   * The formats of bodies: those of the mappings, else of the vendor, else JSON. Of several, the content type
   * selects one.
   */
  readonly bodyFormats: readonly BodyFormat[];
  /** How forms are read; absent: the defaults. */
  readonly form?: FormOptions;
  /** The largest body that a mapping of the name accepts, in bytes. */
  readonly maxBodyBytes: number;
}

/** The answer of `respond` of a mapping, as it is sent. */
export interface FixedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The hooks that `link` makes from a plan. Immutable; safe to share between any number of servers. */
export interface RuntimeHooks {
  readonly settings: HooksSettings;
  readonly mappings: readonly RuntimeMappingSummary[];
  /** The details of one mapping; undefined if none has this id. */
  readonly mapping: (id: string) => MappingDetails | undefined;
  /** The settings of one hook name; undefined if no mapping and no built-in route could match an event of it. */
  readonly endpoint: (name: string) => Endpoint | undefined;
  /**
   * The warnings of the compiler. If `loadHooks` read the config, also those of its text and modules, with
   * positions.
   */
  readonly warnings: readonly Problem[];
  /** Findings of the compiler that are legal but may not be intended. */
  readonly hints: readonly Problem[];
  /**
   * The ports that it was compiled with, which the ingress uses, too. Without a decompressor, the ingress has
   * a default.
   */
  readonly ports: {
    readonly clock: Clock;
    readonly randomId: RandomId;
    readonly decompressor?: Decompressor | undefined;
  };
  /** Whether `candidate` is one of the hook tokens. The time does not depend on the position of a difference. */
  readonly verifyToken: (candidate: string) => boolean;
  /** Whether the token may be sent as `?token=` (deprecated). */
  readonly queryToken: boolean;
  /** Lower-case names of the headers that may carry the token, in addition to `authorization`. */
  readonly tokenHeaders: readonly string[];
  readonly routeStatuses: RouteStatuses;
  /** How long events are remembered. */
  readonly dedupe: DedupeSettings;
  /** The SHA-256 of the concatenated parts of a body in hexadecimal, computed by the `crypto` port. */
  readonly hashBody: (parts: readonly (string | Uint8Array)[]) => PromiseOrValue<string>;
  /**
   * The text with `***` for the hook token and the secrets of every `auth`, even if they are percent-encoded.
   * A secret of fewer than 8 characters is replaced only if it is the whole text.
   */
  readonly hideSecrets: (text: string) => string;
  readonly throttle: ThrottleSettings;
  /** Takes canonical addresses. Undefined if no proxy is trusted. */
  readonly isTrustedProxy: ((address: string) => boolean) | undefined;
  /**
   * Turns an event into its resolution. Never throws and never rejects, for any payload. Returns a promise
   * only if the mapping's transform is asynchronous; `await` accepts both.
   */
  readonly resolve: (event: HookEvent) => PromiseOrValue<Resolution>;
}

/** A compiled config: hooks that can also explain an event. Immutable; safe to share between any number of servers. */
export interface Hooks extends RuntimeHooks {
  readonly mappings: readonly MappingSummary[];
  /** Whether an event can reach each mapping, and which mappings overlap it, in order. */
  readonly reachability: () => readonly MappingReachability[];
  /** Resolves the event and reports every step. */
  readonly explain: (event: HookEvent, options?: ExplainOptions) => Promise<Explanation>;
}
