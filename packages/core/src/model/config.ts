// The config as operators write it. Only the keys that Hookwright reads are named; a gateway's other keys may stand beside them.

/** A secret kept out of the config: in an environment variable, a file, or the gateway's own store. */
export type SecretReference =
  | { readonly env: string }
  | { readonly file: string }
  | {
      readonly source: string;
      readonly provider?: string;
      readonly id: string;
    };

/** A literal secret, `${NAME}`, or a reference. */
export type SecretInput = string | SecretReference;

/** Names with a value, or with a list of values of which one must be there. */
export type MatchValues = Record<string, string | string[]>;

/** Which events a mapping is for, as written. Every clause must hold. */
export interface MatchInput {
  path?: string;
  source?: string;
  headers?: MatchValues;
  query?: MatchValues;
  /** A JSON Logic rule. */
  when?: unknown;
  not?: MatchInput;
}

/** How a transform is named and limited, as written. */
export interface TransformInput {
  module: string;
  export?: string;
  timeoutMs?: number;
  lock?: LockableField[];
}

/** The fields that a transform can be kept from changing. */
export type LockableField =
  | "deliver"
  | "channel"
  | "to"
  | "agentId"
  | "model"
  | "thinking"
  | "name"
  | "sessionKey"
  | "sessionMode"
  | "wakeMode"
  | "timeoutSeconds";

/** One entry of `hooks.mappings`, as written. */
export interface MappingInput {
  id?: string;
  match?: MatchInput;
  skip?: boolean;
  forEach?: string | { path: string; atomic?: boolean };
  instructions?: string;
  action?: "wake" | "agent";
  wakeMode?: "now" | "next-heartbeat";
  messageTemplate?: string;
  textTemplate?: string;
  name?: string;
  sessionKey?: string;
  to?: string;
  model?: string;
  thinking?: string;
  agentId?: string;
  sessionMode?: "isolated" | "persistent";
  deliver?: boolean;
  channel?: string;
  timeoutSeconds?: number;
  allowUnsafeExternalContent?: boolean;
  transform?: TransformInput;
}

/** The block of the mail preset; only `model`, `thinking` and `allowUnsafeExternalContent` concern the core. */
export interface GmailInput {
  account?: string;
  label?: string;
  topic?: string;
  subscription?: string;
  pushToken?: SecretInput;
  hookUrl?: string;
  includeBody?: boolean;
  maxBytes?: number;
  renewEveryMinutes?: number;
  serve?: { bind?: string; port?: number; path?: string };
  tailscale?: { mode?: string; path?: string; target?: string };
  model?: string;
  thinking?: string;
  allowUnsafeExternalContent?: boolean;
}

/** The `hooks` block, as written. */
export interface HooksInput {
  enabled?: boolean;
  token?: SecretInput;
  path?: string;
  maxBodyBytes?: number;
  presets?: string[];
  mappings?: MappingInput[];
  partials?: Record<string, string>;
  transformsDir?: string;
  transforms?: {
    isolation?: "worker" | "inline";
    env?: string[];
    memoryMb?: number;
    workers?: number;
  };
  limits?: { maxCharacters?: number; maxIterations?: number; maxNesting?: number };
  allowedAgentIds?: string[];
  defaultSessionKey?: string;
  allowRequestSessionKey?: boolean;
  allowedSessionKeyPrefixes?: string[];
  gmail?: GmailInput;
  internal?: unknown;
}

/** `agents.defaults.models`: a list of ids, or a map from id to settings. */
export type ModelsInput = string[] | Record<string, { alias?: string } | null>;

/** A gateway config, as far as Hookwright reads it. */
export interface HookwrightConfig {
  hooks?: HooksInput;
  agents?: { defaults?: { models?: ModelsInput }; list?: { id: string }[] };
}
