// What the host and a module of one's own say to each other, as data.

/** One call of a module's function `serve`. */
export interface ModuleCall {
  /** `describe` creates what the module defines, and says what the host must know of it. */
  readonly kind: "describe" | "send" | "settle" | "run";
  /** Of the channel or runner in the config. */
  readonly id: string;
  /** Secrets are texts. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What the call is about: a part, or a turn. */
  readonly input?: unknown;
}

/** Beside each call. */
export interface CallOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
