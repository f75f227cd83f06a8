// What an operator has paused: it accepts work, and carries none of it out until it is resumed.

/** What can be paused. */
export const PAUSE_KINDS = ["mapping", "channel", "runner"] as const;

export type PauseKind = (typeof PAUSE_KINDS)[number];

/** One entry of the store. */
export interface Pause {
  readonly kind: PauseKind;
  readonly id: string;
  /** Since when, in milliseconds since the epoch. */
  readonly at: number;
}

/** Where others have the code of a platform or of a service. */
export const PAUSED_BY_OPERATOR = "operator";
