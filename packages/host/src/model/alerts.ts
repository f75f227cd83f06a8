// Messages of the host about itself: where they go, and what was said about each reason.

/** Of `host.alerts`. */
export interface AlertSettings {
  readonly channel: string;
  readonly to: string;
  /** Of one reason, at most one message in this time. */
  readonly everyMs: number;
  /** Whether it is said when a reason is over. */
  readonly recovery: boolean;
}

/** One reason, such as `channel telegram`, as the store keeps it. */
export interface AlertRecord {
  readonly reason: string;
  /** When its last message was made. */
  readonly at: number;
  /** How often it happened since that message. */
  readonly count: number;
  /** A message has said that it fails, and none that it works again. */
  readonly isOpen: boolean;
}

/** Ids of their deliveries begin so: they cause no alert. */
export const ALERT_PREFIX = "alert-";
