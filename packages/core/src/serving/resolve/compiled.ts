// A compiled config: what linking makes and resolving reads. Types only.

import type { Clock, Key, RandomId, Timer } from "@hookwright/base";
import type { CompiledTemplate, RenderLimits } from "@hookwright/template/runtime";
import type { MappingSettings } from "../../generated/mapping-settings.ts";
import type {
  ActionKind,
  ChannelReportKind,
  ChannelReportValue,
  Coalesce,
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

/** A linked plan. */
export interface CompiledConfig {
  readonly settings: HooksSettings;
  /** Empty if nothing is exposed; two during a rotation. */
  readonly tokens: readonly string[];
  /** The hook tokens and the secrets of every `auth`. */
  readonly secrets: readonly string[];
  readonly queryToken: boolean;
  readonly tokenHeaders: readonly string[];
  readonly routeStatuses: RouteStatuses;
  readonly throttle: ThrottleSettings;
  /** Undefined if no proxy is trusted. */
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

/** The endpoints of a config by hook name. */
export interface Endpoints {
  /** The built-in routes and the names of mappings. */
  readonly byName: ReadonlyMap<string, Endpoint>;
  /** For every other name; undefined if each mapping has a name. */
  readonly ofOthers: Endpoint | undefined;
  /** Whether one of them has an `auth`. */
  readonly hasAuth: boolean;
}

/** The ports and limits for events, with all defaults set. */
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
  /** The preset that it comes from; undefined for the operator's own mappings. */
  readonly preset: string | undefined;
  readonly action: ActionKind;
  /** Undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
  readonly rule: CompiledMatch;
  readonly answer: FixedAnswer | undefined;
  readonly forEach: CompiledForEach | undefined;
  /** The key by which a repeated action is recognized. */
  readonly dedupeKey: CompiledTemplate | undefined;
  /** Undefined: each event is an action of its own. */
  readonly coalesce: CompiledCoalesce | undefined;
  readonly channelReports: readonly CompiledChannelReport[];
  readonly text: CompiledTemplate | undefined;
  readonly instructions: CompiledTemplate | undefined;
  readonly fields: CompiledFields<CompiledTemplate>;
  readonly transform: CompiledTransform | undefined;
  /** The origin of the text, as the fence names it. */
  readonly source: string;
  /** The origins of the rendered values, before a transform changes them. */
  readonly origins: Origins;
  /** Lists of which the templates read only the first element. */
  readonly firstOnly: readonly FirstOnlyList[];
  /** The fields whose templates read values of the sender. */
  readonly taintedFields: readonly TemplatedField[];
}

/** The `coalesce` of a mapping. */
interface CompiledCoalesce extends Omit<Coalesce, "key" | "hasSessionKey"> {
  readonly key: CompiledTemplate;
}

/** A `route` or an `undelivered` of a mapping. */
interface CompiledChannelReport {
  readonly kind: ChannelReportKind;
  readonly channel: string;
  readonly values: readonly {
    readonly name: ChannelReportValue;
    readonly template: CompiledTemplate;
  }[];
}

/** A rule whose condition can also be traced. */
export interface CompiledMatch extends MatchRule {
  readonly when: Condition | undefined;
  readonly not: CompiledMatch | undefined;
}

/** A list in the body and its name in notes. */
export interface FirstOnlyList {
  readonly name: string;
  /** The steps to the list; empty for the body itself. */
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
  /** Whether a long list is processed in slices: no mail may be lost, and each has its own key. */
  readonly isSliced: boolean;
}

export interface CompiledTransform {
  readonly call: Transform;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly lock: readonly LockableField[];
}
