// Lifecycle events that go out: to which endpoints, and what they are called.

/** In the order of the docs. */
export const NOTIFY_TYPES = [
  "run.completed",
  "run.dead",
  "delivery.sent",
  "delivery.dead",
  "runner.paused",
  "runner.resumed",
  "channel.paused",
  "channel.resumed",
] as const;

export type NotifyType = (typeof NOTIFY_TYPES)[number];

/** One of `host.notify`. */
export interface NotifyEndpoint {
  readonly name: string;
  readonly url: string;
  /** As written. */
  readonly secret: unknown;
  readonly types: ReadonlySet<NotifyType>;
  /** Whether it may be at a private address. */
  readonly allowPrivate: boolean;
}

/** The channel of deliveries to endpoints; no config and no request can name it. */
export const NOTIFY_CHANNEL = "host.notify";
