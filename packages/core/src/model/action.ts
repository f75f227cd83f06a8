// Actions, the values of their fields, the levels of thinking, and the built-in routes.
import type { DeliverSettings, RunSettings, WakeSettings } from "../generated/config-types.ts";
import type { ACTION_FIELDS } from "./action-fields.ts";

export type { DeliverSettings, RunSettings, WakeSettings } from "../generated/config-types.ts";

/** When a woken session acts: at once, or with its next scheduled heartbeat. */
export type WakeMode = FieldValues["wakeMode"];

/** Whether each run gets a new session or continues the session of its key. Passed to the host unchanged. */
export type SessionMode = NonNullable<FieldValues["sessionMode"]>;

/**
 * A piece of the text that an agent reads, from the operator or from outside. In outside text, markers and
 * control tokens are replaced, as in the fence, unless the mapping sets `allowUnsafeExternalContent`.
 */
export type TextPart =
  | { readonly kind: "trusted"; readonly text: string }
  | {
      readonly kind: "untrusted";
      readonly text: string;
      readonly source: string;
    };

/**
 * How an action is joined with others of its mapping: its `coalesce`, with the rendered key and all defaults. Actions
 * are joined if their mapping, key, agent, channel, recipient, account and model are the same.
 */
export interface Coalesce {
  readonly key: string;
  /** The joined action starts so long after the last event. */
  readonly seconds: number;
  /** It starts at the latest so long after the first event. */
  readonly maxSeconds: number;
  /** It starts at once with so many events. */
  readonly limit: number;
  /** The texts that it has: those of all events, or that of the last one. */
  readonly keep: "all" | "last";
  /** Whether the mapping or its transform sets the session key. Then it has to be the same, too. */
  readonly hasSessionKey: boolean;
}

/** Wakes the main session of an agent with a text. Optional fields without a value are absent. */
export interface WakeAction extends WakeSettings {
  readonly kind: "wake";
  /** The finished text, fenced if any of it comes from a payload. */
  readonly text: string;
  /** The same text as data, without the fence, for hosts that separate trust levels themselves. */
  readonly parts: readonly TextPart[];
  /** The untrusted parts, joined by a blank line; empty if nothing comes from outside. */
  readonly untrustedText: string;
  readonly coalesce?: Coalesce;
}

/** Starts an agent run. Optional fields without a value are absent. */
export interface AgentAction extends RunSettings {
  readonly kind: "agent";
  /** The finished message, fenced if any of it comes from a payload. */
  readonly message: string;
  /** The same message as data, without the fence. */
  readonly parts: readonly TextPart[];
  /** The untrusted parts, joined by a blank line; empty if nothing comes from outside. */
  readonly untrustedText: string;
  readonly coalesce?: Coalesce;
}

/**
 * Sends a text to a channel, without a model and without a fence: people read it. Optional fields without a value
 * are absent.
 */
export interface DeliverAction extends DeliverSettings {
  readonly kind: "deliver";
  /** The finished text, without control characters and direction marks. */
  readonly text: string;
  /**
   * The pieces of the text, in order; joined, they are the text. What the operator wrote is trusted; what an
   * expression or a transform made is not, and a channel has to escape it if `markup` is set.
   */
  readonly parts: readonly TextPart[];
  /** The untrusted pieces, joined by a blank line; empty if nothing comes from outside. */
  readonly untrustedText: string;
  /** Whether the trusted pieces are Markdown. Otherwise all of the text is shown as it is. */
  readonly markup: boolean;
  /** Whether the text is also added to the main session of the agent. */
  readonly summary: boolean;
  readonly coalesce?: Coalesce;
}

/** The action that the gateway carries out for one event. */
export type Action = WakeAction | AgentAction | DeliverAction;

type Row = (typeof ACTION_FIELDS)[number];

/** All rows except the texts: a mapping, a draft and a run keep these values in one record. */
type SettingRow = Exclude<Row, { value: "text" }>;

type TemplatedRow = Extract<SettingRow, { templated: true }>;

type ValueOf<R extends SettingRow> = R extends { value: "choice"; choices: infer Choices }
  ? Choices extends readonly (infer Choice)[]
    ? Choice | (R extends { default: string } ? never : undefined)
    : never
  : R extends { value: "flag" }
    ? boolean
    : R extends { value: "seconds" }
      ? number | undefined
      : R extends { value: "channel" }
        ? string
        : string | undefined;

/** A value for each field; undefined if it is not set. */
export type FieldValues = { readonly [R in SettingRow as R["name"]]: ValueOf<R> };

/** The names of the fields that hold a template in a compiled mapping. */
export type TemplatedField = TemplatedRow["name"];

/** A template for each templated field, a value for each other field. */
export type CompiledFields<Template> = {
  readonly [R in SettingRow as R["name"]]: R extends TemplatedRow
    ? Template | undefined
    : ValueOf<R>;
};

/** The fields that `transform.lock` can name. */
export type LockableField = Extract<Row, { lockable: true }>["name"];

/** The kinds of actions. */
export type ActionKind = Row["usedBy"][number];

/** Levels of thinking, lowest first. */
export const THINKING_LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** One of `THINKING_LEVELS`. */
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

/** Other spellings of the levels, without spaces, `-` and `_`. */
const SYNONYMS: ReadonlyMap<string, ThinkingLevel> = new Map([
  ...THINKING_LEVELS.map((level) => [level, level] as const),
  ...named("off", "none", "disable", "disabled", "false"),
  ...named("minimal", "min", "think"),
  ...named("low", "on", "enable", "enabled", "true", "thinkhard"),
  ...named("medium", "mid", "med", "harder", "thinkharder"),
  ...named("high", "highest", "ultra", "ultrathink", "thinkhardest"),
  ...named("xhigh", "extrahigh"),
  ...named("max", "maximum"),
]);

function named(level: ThinkingLevel, ...names: readonly string[]): [string, ThinkingLevel][] {
  return names.map((name) => [name, level]);
}

/** Undefined for a word that is not a level, such as `adaptive`: the model decides. */
export function parseThinking(text: string): ThinkingLevel | undefined {
  return SYNONYMS.get(text.toLowerCase().replace(/[\s_-]+/g, ""));
}

/** The routes that exist without a mapping. */
export const BUILT_IN_ROUTES: readonly string[] = ["wake", "agent"];

export function isBuiltInRoute(name: string): boolean {
  return BUILT_IN_ROUTES.includes(name);
}
