// Every default of a config in one place, with its reason.

export const HOOKS_DEFAULTS = {
  /** The path that senders of comparable gateways already use. */
  path: "/hooks",
  /** 256 KiB: the largest real webhook body we have seen is 46 kB. */
  maxBodyBytes: 262_144,
  /** Keys under `hook:` cannot collide with the sessions of people. */
  allowedSessionKeyPrefixes: ["hook:"],
  allowRequestSessionKey: true,
} as const;

export const MAPPING_DEFAULTS = {
  /** Almost every mapping written starts a run. */
  action: "agent",
  wakeMode: "now",
  /** A mapping is there for what it does. */
  skip: false,
  /** A run per event: untrusted text of one event never stays in the context of the next. */
  sessionMode: "isolated",
  deliver: true,
  /** Wherever the operator last talked to the assistant. */
  channel: "last",
  allowUnsafeExternalContent: false,
} as const;

/** What a run is called that nobody named. */
export const DEFAULT_NAME = "Hook";
