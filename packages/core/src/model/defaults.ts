// Every default of a config in one place, with its reason.

/** 32 MiB: the largest body that any config can allow. */
export const MAX_BODY_BYTES = 33_554_432;

export const HOOKS_DEFAULTS = {
  /** The path that senders of comparable gateways already use. */
  path: "/hooks",
  /** 256 KiB: the largest real webhook body we have seen is 46 kB. */
  maxBodyBytes: 262_144,
  /** Existing senders use it. An operator without such senders can switch it off. */
  queryToken: true,
  /** The headers that senders of comparable gateways use. */
  tokenHeaders: ["x-gateway-token", "x-openclaw-token"],
  allowRequestSessionKey: true,
} as const;

export const DEFAULT_THROTTLE = {
  /** A person mistypes a few times; a scanner exceeds twenty failures in a second. */
  throttle: { maxFailures: 20, windowMs: 60_000 },
  isTrustedProxy: undefined,
} as const;

export const DEDUPE_DEFAULTS = {
  /** A day: longer than most senders repeat an event. */
  ttlSeconds: 86_400,
  /**
   * Some senders have equal bodies for different events, so the time is short; a replayed capture may come
   * later.
   */
  bodySeconds: 300,
} as const;

/** The defaults of action fields are in `action-fields.ts`, those of settings in the schema. */
export const MAPPING_DEFAULTS = {
  /** Almost every mapping starts a run. */
  action: "agent",
} as const;
