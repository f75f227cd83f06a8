// A config as data: what authoring makes of it and serving links. `JSON.stringify` keeps a plan as it is.

import type { WrittenSecret } from "@hookwright/signatures/runtime";
import type { ParsedSource, RenderLimits, TemplateTree } from "@hookwright/template/runtime";
import type { MappingSettings } from "../../generated/mapping-settings.ts";
import type {
  ActionKind,
  CompiledFields,
  ConfigPath,
  MatchClauses,
  Problem,
  RateLimit,
  TemplatedField,
  TransformReference,
} from "../../model/index.ts";
import type { RuleNode } from "../match/index.ts";
import type {
  CompiledForEach,
  DedupeSettings,
  FirstOnlyList,
  FixedAnswer,
  HooksSettings,
  Origins,
  PolicyData,
  RouteStatuses,
  ThrottleSettings,
} from "../resolve/index.ts";
import type { SecretForm } from "./find-wrapping.ts";
import type { EndpointsPlan } from "./link-endpoints.ts";

/**
 * A config, checked and taken apart: plain data, which `link` turns into hooks. What cannot be data is a name that is
 * linked to a port: a transform's module, a helper, a verifier, a reference to a secret.
 */
export interface Plan {
  /** Which plans can be linked: a package of another major version refuses them. */
  readonly format: typeof PLAN_FORMAT;
  /** Version of `@hookwright/core` that made it. */
  readonly madeBy: string;
  /** Whether it holds the text of a secret: such a plan stays in memory. */
  readonly hasSecrets: boolean;
  readonly settings: HooksSettings;
  /** None where nothing is exposed, two while one is replaced. */
  readonly tokens: readonly SecretPlan[];
  /** Secrets that are not used here, and must be there all the same. */
  readonly alsoNeeded: readonly SecretPlan[];
  /** Token of the gateway itself, which must be another one. */
  readonly gatewayToken?: WrittenSecret;
  /** Whether the token may come as `?token=` (deprecated). */
  readonly queryToken: boolean;
  /** Lower-case names of the headers that may carry the token beside `authorization`. */
  readonly tokenHeaders: readonly string[];
  readonly routeStatuses: RouteStatuses;
  readonly throttle: ThrottleSettings;
  /** Addresses and networks of the operator's proxies. */
  readonly trustedProxies: readonly string[];
  readonly dedupe: DedupeSettings;
  readonly endpoints: EndpointsPlan;
  readonly mappings: readonly MappingPlan[];
  /** Partials by name. */
  readonly partials: Readonly<Record<string, ParsedSource>>;
  /** Whether lines of tags that show nothing are dropped from texts. */
  readonly dropsEmptyLines: boolean;
  /** Those that the config sets. */
  readonly limits: { readonly [Name in keyof RenderLimits]?: RenderLimits[Name] | undefined };
  readonly policies: PolicyData;
  readonly defaultSessionKey?: string;
  /** How transform modules are found and run, for a loader of modules: `link` gets their functions. */
  readonly modules?: ModulesPlan;
  /** The warnings and hints of authoring. */
  readonly problems: readonly Problem[];
}

/** Which plans this version can link. */
export const PLAN_FORMAT = 1;

/** `hooks.transformsDir` and `hooks.transforms`, as the config has them; absent: the defaults of the loader. */
export interface ModulesPlan {
  /** Relative to the folder of the plan. */
  readonly transformsDir?: string;
  readonly transforms?: {
    readonly isolation?: "worker" | "inline" | undefined;
    readonly env?: readonly string[] | undefined;
    readonly memoryMb?: number | undefined;
    readonly workers?: number | undefined;
  };
}

/** A secret as the config has it, and where. */
export interface SecretPlan {
  readonly path: ConfigPath;
  readonly secret: WrittenSecret;
  /** Default: `token`. */
  readonly form?: SecretForm;
}

/** Which events a mapping takes: its rule as a tree. */
export interface MatchPlan extends Omit<MatchClauses, "when" | "not"> {
  readonly when?: RuleNode;
  readonly not?: MatchPlan;
}

/** One mapping. */
export interface MappingPlan extends MappingSettings {
  readonly id: string;
  readonly configPath: ConfigPath;
  /** The preset that made it; absent for the operator's own mappings. */
  readonly preset?: string;
  readonly action: ActionKind;
  readonly match: MatchPlan;
  /** The proof that its events have; absent: the hook token. */
  readonly auth?: { readonly id: string; readonly orToken: boolean };
  readonly rateLimit?: RateLimit;
  readonly answer?: FixedAnswer;
  readonly forEach?: ForEachPlan;
  readonly dedupeKey?: TemplateTree;
  readonly text?: TemplateTree;
  readonly instructions?: TemplateTree;
  readonly fields: CompiledFields<TemplateTree>;
  readonly transform?: TransformReference;
  /** Origins of what the templates make, before any transform. */
  readonly origins: Origins;
  /** Lists of which nothing but the first element is read. */
  readonly firstOnly: readonly FirstOnlyPlan[];
  /** The fields whose templates read what a sender chose. */
  readonly taintedFields: readonly TemplatedField[];
}

/** The list whose elements each become an action: its rule as a tree. */
export interface ForEachPlan extends Omit<CompiledForEach, "when"> {
  /** Chooses elements. */
  readonly when?: RuleNode;
}

/** A list of the body, and its name in notes. */
export type FirstOnlyPlan = Omit<FirstOnlyList, "keys">;
