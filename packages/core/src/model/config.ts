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

/** One entry of `hooks.mappings`, as written. */
export interface MappingInput {
  id?: string;
  match?: { path?: string; source?: string };
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
  transform?: { module: string; export?: string };
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
