// The settings of a host, read and checked: from the gateway's own keys and from the block `host`.
import type { AlertSettings } from "./alerts.ts";
import type { NotifyEndpoint } from "./notify.ts";
import type { ThinkingLevel } from "./turn.ts";

/** Of the turns of an agent's main session. */
export interface HeartbeatSettings {
  /** Milliseconds between periodic checks; 0: none. */
  readonly everyMs: number;
  /** Milliseconds between the end of a heartbeat and the start of the next requested one. */
  readonly minGapMs: number;
  readonly prompt?: string;
  /** `last`, `none`, or the id of a channel; absent if the config names none: then it is `last`, and an answer may have no recipient. */
  readonly target?: string | undefined;
  readonly to?: string;
  readonly model?: string;
  readonly ackMaxChars: number;
  /** The same number where the config sets it: it counts for runs, too. */
  readonly runAckMaxChars?: number;
  readonly activeHours?: {
    /** Minutes since midnight; `end` may be 1,440, and less than `start`. */
    readonly start: number;
    readonly end: number;
    /** An IANA name. */
    readonly timeZone: string;
  };
}

/** Of one agent, with what it has from the defaults. */
export interface AgentSettings {
  readonly id: string;
  readonly workspace?: string;
  readonly model?: string;
  readonly thinking?: ThinkingLevel;
  readonly timeoutSeconds: number;
  readonly heartbeat: HeartbeatSettings;
}

/** All that a host reads of a config, checked. */
export interface HostSettings {
  readonly defaultAgent: string;
  /** By id; an agent that is not listed has the settings of `defaultsFor`. */
  readonly agents: ReadonlyMap<string, AgentSettings>;
  readonly agentDefaults: Omit<AgentSettings, "id">;
  readonly maxConcurrent: number;
  /** Absent: no alert is sent. */
  readonly alerts?: AlertSettings;
  /** Where lifecycle events go. */
  readonly notify: readonly NotifyEndpoint[];
  /** Of callers that wait for the end of a run. */
  readonly callers: {
    /** How many may wait at a time. */
    readonly maxWaiting: number;
    /** Whether they get the text of the answer. */
    readonly text: boolean;
  };
  /** By mapping: the endpoint that alone gets the ends of its runs. */
  readonly completion: ReadonlyMap<string, string>;
  /** By mapping: its `maxConcurrent`. */
  readonly mappingLimits: ReadonlyMap<string, number>;
  /** Ids of the mappings of the config; empty where it has none, or an embedder has settings of its own. */
  readonly mappingIds: ReadonlySet<string>;
  /** An IANA name. */
  readonly timeZone: string;
  /** Key of main sessions. Default: `main`. */
  readonly mainKey: string;
  /** When main sessions begin anew; absent: never. */
  readonly mainReset?: {
    /** Each day at this hour of the user's zone. */
    readonly atHour?: number;
    /** After this time without a turn. */
    readonly idleMs?: number;
  };
  /** Lower-case alias → `provider/model`. */
  readonly modelAliases: ReadonlyMap<string, string>;
  readonly onInterrupted: "rerun" | "fail";
  readonly unknownDelivery: "resend" | "hold";
  /** Links in answers whose model read text from outside. */
  readonly links: "plain" | "markdown";
  readonly stopGraceMs: number;
  /** For how long a run that failed and did nothing is tried again. */
  readonly retryMaxMs: number;
  readonly retainMs: number;
  /** Recipient per channel: `defaultTo`, or the first `allowFrom` that is no `*`. */
  readonly defaultTo: ReadonlyMap<string, string>;
  /** As written: `{ http: {…} }`, `{ command: {…} }` or `{ module, … }`; absent where nothing is set. */
  readonly runner?: Readonly<Record<string, unknown>>;
  /** Settings by channel id, as written. */
  readonly channels: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** What a program of your own may leave out of its settings. */
type Defaulted =
  | "notify"
  | "callers"
  | "completion"
  | "mappingLimits"
  | "mappingIds"
  | "modelAliases"
  | "links"
  | "defaultTo"
  | "channels";

const DEFAULTS: Pick<HostSettings, Defaulted> = {
  notify: [],
  callers: { maxWaiting: 200, text: false },
  completion: new Map(),
  mappingLimits: new Map(),
  mappingIds: new Set(),
  modelAliases: new Map(),
  links: "plain",
  defaultTo: new Map(),
  channels: new Map(),
};

/** Settings as a program of your own writes them, without what does not concern it. */
export type HostSettingsInput = Omit<HostSettings, Defaulted> &
  Partial<Pick<HostSettings, Defaulted>>;

/**
 * For an engine of your own, whose `reload` gets settings as its caller wrote them.
 *
 * @example
 * ```ts
 * reload: async ({ settings }) => use(settings && completeSettings(settings)),
 * ```
 */
export function completeSettings(settings: HostSettingsInput): HostSettings {
  return { ...DEFAULTS, ...settings };
}

/** A hook may name any agent; one that is not listed has the defaults. */
export function settingsOfAgent(agentId: string, settings: HostSettings): AgentSettings {
  return settings.agents.get(agentId) ?? { id: agentId, ...settings.agentDefaults };
}
