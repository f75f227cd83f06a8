// Every default of a config in one place, with its reason.

/** 32 MiB: the most that any config can allow a body to have. */
export const MAX_BODY_BYTES = 33_554_432;

export const HOOKS_DEFAULTS = {
  /** The path that senders of comparable gateways already use. */
  path: "/hooks",
  /** 256 KiB: the largest real webhook body we have seen is 46 kB. */
  maxBodyBytes: 262_144,
  /** Existing senders use it; whoever has none of these switches it off. */
  queryToken: true,
  /** What senders of comparable gateways send it in. */
  tokenHeaders: ["x-gateway-token", "x-openclaw-token"],
  allowRequestSessionKey: true,
} as const;

export const DEFAULT_THROTTLE = {
  /** A person mistypes a few times; a scanner passes twenty in a second. */
  throttle: { maxFailures: 20, windowMs: 60_000 },
  isTrustedProxy: undefined,
} as const;

export const DEDUPE_DEFAULTS = {
  /** A day: longer than most senders repeat an event. */
  ttlSeconds: 86_400,
  /** Thin senders have equal bodies for different events; a captured body is seldom replayed at once. */
  bodySeconds: 300,
} as const;

/** Those of an action's fields are in `model/action-fields.ts`, those of settings in the schema. */
export const MAPPING_DEFAULTS = {
  /** Almost every mapping written starts a run. */
  action: "agent",
} as const;
