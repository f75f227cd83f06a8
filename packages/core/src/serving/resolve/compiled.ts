// The contract between the walk at start and the walk per event: a config, compiled. Types only.

import type { Clock, Key, RandomId, Timer } from "@hookwright/base";
import type { CompiledTemplate, RenderLimits } from "@hookwright/template/runtime";
import type { MappingSettings } from "../../generated/mapping-settings.ts";
import type {
  ActionKind,
  CompiledFields,
  ConfigPath,
  Decompressor,
  LockableField,
  RateLimit,
  TemplatedField,
  Transform,
} from "../../model/index.ts";
import type { Condition, ElementCondition, MatchIndex, MatchRule } from "../match/index.ts";
import type { Origins } from "./draft.ts";
import type {
  DedupeSettings,
  Endpoint,
  FixedAnswer,
  Hooks,
  HooksSettings,
  RouteStatuses,
  ThrottleSettings,
} from "./hooks.ts";
import type { Policies } from "./policy.ts";

/** What a plan was linked to. */
export interface CompiledConfig {
  readonly settings: HooksSettings;
  /** None where nothing is exposed, two while one is replaced. */
  readonly tokens: readonly string[];
  /** The tokens, and the secrets of every `auth`. */
  readonly secrets: readonly string[];
  readonly queryToken: boolean;
  readonly tokenHeaders: readonly string[];
  readonly routeStatuses: RouteStatuses;
  readonly throttle: ThrottleSettings;
  /** Undefined where no proxy is trusted. */
  readonly isTrustedProxy: ((address: string) => boolean) | undefined;
  readonly dedupe: DedupeSettings;
  /** SHA-256, in hexadecimal. */
  readonly hashBody: Hooks["hashBody"];
  readonly mappings: readonly CompiledMapping[];
  readonly index: MatchIndex<CompiledMapping>;
  readonly endpoints: Endpoints;
  readonly policies: Policies;
  readonly defaultSessionKey: string | undefined;
  readonly environment: Environment;
}

/** What holds for the names of a config. */
export interface Endpoints {
  /** The built-in routes, and the names that mappings have. */
  readonly byName: ReadonlyMap<string, Endpoint>;
  /** Of every other name; undefined where each mapping has a name. */
  readonly ofOthers: Endpoint | undefined;
  /** Whether one of them has an `auth`. */
  readonly hasAuth: boolean;
}

/** The ports and limits of an event, all set. */
export interface Environment {
  readonly clock: Clock;
  readonly randomId: RandomId;
  readonly timer: Timer;
  /** Undefined: that of the ingress. */
  readonly decompressor: Decompressor | undefined;
  readonly limits: RenderLimits;
  /** Milliseconds. */
  readonly transformTimeoutMs: number;
}

/** A mapping ready for events. */
export interface CompiledMapping extends MappingSettings {
  readonly id: string;
  readonly configPath: ConfigPath;
  /** The preset that made it; undefined for the operator's own mappings. */
  readonly preset: string | undefined;
  readonly action: ActionKind;
  /** Undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
  readonly rule: CompiledMatch;
  readonly answer: FixedAnswer | undefined;
  readonly forEach: CompiledForEach | undefined;
  /** What an action that comes again is recognized by. */
  readonly dedupeKey: CompiledTemplate | undefined;
  readonly text: CompiledTemplate | undefined;
  readonly instructions: CompiledTemplate | undefined;
  readonly fields: CompiledFields<CompiledTemplate>;
  readonly transform: CompiledTransform | undefined;
  /** What the fence says of where the text came from. */
  readonly source: string;
  /** Origins of what the templates make, before any transform. */
  readonly origins: Origins;
  /** Lists of which nothing but the first element is read. */
  readonly firstOnly: readonly FirstOnlyList[];
  /** The fields whose templates read what a sender chose. */
  readonly taintedFields: readonly TemplatedField[];
}

/** A rule whose condition can also be traced. */
export interface CompiledMatch extends MatchRule {
  readonly when: Condition | undefined;
  readonly not: CompiledMatch | undefined;
}

/** A list of the body, and its name in notes. */
export interface FirstOnlyList {
  readonly name: string;
  /** The way to the list; none: the body itself. */
  readonly steps: readonly string[];
  readonly keys: readonly Key[];
  /** Whether it is read below the root `payload`, which may be the body's own key of that name. */
  readonly isFromPayload: boolean;
}

export interface CompiledForEach {
  /** As written, for messages. */
  readonly path: string;
  readonly steps: readonly string[];
  /** Whether the first step is the root `payload`, which may be the body's own key of that name. */
  readonly isFromPayload: boolean;
  readonly when: ElementCondition | undefined;
  readonly takesFirst: boolean;
  readonly atomic: boolean;
  readonly parse: boolean;
  readonly single: boolean;
  /** Whether a long list is carried out in slices: mails are never lost, and each has a key of its own. */
  readonly isSliced: boolean;
}

export interface CompiledTransform {
  readonly call: Transform;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly lock: readonly LockableField[];
}
