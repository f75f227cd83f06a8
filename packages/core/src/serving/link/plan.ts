// A config as data: authoring makes it, serving links it. It survives `JSON.stringify` unchanged.
import { secretsOfPlan, type WrittenSecret } from "@hookwright/signatures/runtime";
import type { ParsedSource, RenderLimits, TemplateTree } from "@hookwright/template/runtime";
import type { MappingSettings } from "../../generated/mapping-settings.ts";
import type {
  ActionKind,
  ChannelReportKind,
  ChannelReportValue,
  Coalesce,
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
 * A checked and parsed config as plain data, which `link` turns into hooks. Transform modules, helpers,
 * verifiers and secrets are names in it, which `link` resolves through the ports.
 */
export interface Plan {
  /** The format of the plan: a version that reads another format refuses it. */
  readonly format: typeof PLAN_FORMAT;
  /** The version of `@hookwright/core` that made it. */
  readonly madeBy: string;
  /** Whether it contains the text of a secret. Such a plan cannot be written to a file. */
  readonly hasSecrets: boolean;
  readonly settings: HooksSettings;
  /** Empty if nothing is exposed; two during a rotation. */
  readonly tokens: readonly SecretPlan[];
  /** Secrets that serving does not use but that must exist. */
  readonly alsoNeeded: readonly SecretPlan[];
  /** The gateway's own token, which must be a different one. */
  readonly gatewayToken?: WrittenSecret;
  /** Whether the token may be sent as `?token=` (deprecated). */
  readonly queryToken: boolean;
  /** Lower-case names of the headers that may carry the token, in addition to `authorization`. */
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
  /** Whether texts drop lines with only tags that render nothing. */
  readonly dropsEmptyLines: boolean;
  /** The limits that the config sets. */
  readonly limits: { readonly [Name in keyof RenderLimits]?: RenderLimits[Name] | undefined };
  readonly policies: PolicyData;
  readonly defaultSessionKey?: string;
  /** How a loader finds and runs transform modules. `link` gets only their functions. */
  readonly modules?: ModulesPlan;
  /** The warnings and hints of authoring. */
  readonly problems: readonly Problem[];
}

/** The format that this version writes and links. */
export const PLAN_FORMAT = 1;

/** `hooks.transformsDir` and `hooks.transforms`, as in the config; absent: the defaults of the loader. */
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

/** A secret as in the config, and its path. */
export interface SecretPlan {
  readonly path: ConfigPath;
  readonly secret: WrittenSecret;
  /** Default: `token`. */
  readonly form?: SecretForm;
}

/** The events that a mapping matches: its rule as a tree. */
export interface MatchPlan extends Omit<MatchClauses, "when" | "not"> {
  readonly when?: RuleNode;
  readonly not?: MatchPlan;
}

/** One mapping. */
export interface MappingPlan extends MappingSettings {
  readonly id: string;
  readonly configPath: ConfigPath;
  /** The preset that it comes from; absent for the operator's own mappings. */
  readonly preset?: string;
  readonly action: ActionKind;
  readonly match: MatchPlan;
  /** The proof that its events need; absent: the hook token. */
  readonly auth?: { readonly id: string; readonly orToken: boolean };
  readonly rateLimit?: RateLimit;
  readonly answer?: FixedAnswer;
  readonly forEach?: ForEachPlan;
  readonly dedupeKey?: TemplateTree;
  readonly coalesce?: CoalescePlan;
  readonly channelReports?: readonly ChannelReportPlan[];
  readonly text?: TemplateTree;
  readonly instructions?: TemplateTree;
  readonly fields: CompiledFields<TemplateTree>;
  readonly transform?: TransformReference;
  /** The origins of the rendered values, before a transform changes them. */
  readonly origins: Origins;
  /** Lists of which the templates read only the first element. */
  readonly firstOnly: readonly FirstOnlyPlan[];
  /** The fields whose templates read values of the sender. */
  readonly taintedFields: readonly TemplatedField[];
}

/** The `coalesce` of a mapping. */
export interface CoalescePlan extends Omit<Coalesce, "key" | "hasSessionKey"> {
  readonly key: TemplateTree;
}

/** A `route` or an `undelivered` of a mapping. */
export interface ChannelReportPlan {
  readonly kind: ChannelReportKind;
  readonly channel: string;
  /** In the order of the schema; those that are not written are missing. */
  readonly values: readonly {
    readonly name: ChannelReportValue;
    readonly tree: TemplateTree;
  }[];
}

/** The list whose elements become actions, with its rule as a tree. */
export interface ForEachPlan extends Omit<CompiledForEach, "when"> {
  /** Selects elements. */
  readonly when?: RuleNode;
}

/** A list in the body and its name in notes. */
export type FirstOnlyPlan = Omit<FirstOnlyList, "keys">;

/** A secret as in the config. */
interface FoundSecret {
  readonly path: ConfigPath;
  readonly secret: WrittenSecret;
  /** The vendor of the `auth`, else the name of the hook; absent for a secret outside of an `auth`. */
  readonly owner?: string;
}

/** Leaves out public keys and user names, which are not secret, and the gateway's own token. */
export function listSecrets({
  tokens,
  alsoNeeded,
  endpoints,
}: Pick<Plan, "tokens" | "alsoNeeded" | "endpoints">): readonly FoundSecret[] {
  const ofAuths = endpoints.named.flatMap(({ name, auth }) =>
    auth === undefined
      ? []
      : secretsOfPlan(auth)
          .filter(({ at }) => at[0] !== "publicKey" && at.at(-1) !== "user")
          .map(({ secret, at }) => ({
            path: [...auth.path, ...at],
            secret,
            owner: auth.provider?.id ?? name,
          })),
  );
  return [...tokens, ...alsoNeeded, ...ofAuths];
}
