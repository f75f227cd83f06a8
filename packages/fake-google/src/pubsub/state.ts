// The state of Pub/Sub: topics with their policies, subscriptions with their waiting messages.

export interface Policy {
  readonly version?: number;
  readonly bindings?: readonly { readonly role: string; readonly members: readonly string[] }[];
  readonly etag: string;
}

export interface Topic {
  readonly name: string;
  policy: Policy;
  /** Gmail may publish when this is 0; undefined: it may not. */
  watchesUntilGrant: number | undefined;
}

export interface QueuedMessage {
  readonly messageId: string;
  /** Base64. */
  readonly data: string;
  readonly publishTime: string;
  /** How often it was delivered. */
  attempts: number;
  /** The id to acknowledge the last delivery with. */
  ackId: string | undefined;
  /** It is not delivered before. */
  heldUntil: number;
}

export interface PushConfig {
  readonly pushEndpoint?: string;
  readonly oidcToken?: { readonly serviceAccountEmail?: string; readonly audience?: string };
}

export interface Subscription {
  readonly name: string;
  /** Fields that are stored and returned unchanged. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly topic: string;
  ackDeadlineSeconds: number;
  pushConfig: PushConfig;
  readonly backoffMs: { readonly min: number; readonly max: number } | undefined;
  readonly queue: QueuedMessage[];
  /** Functions that wake requests that wait for a message. */
  readonly waiting: Set<() => void>;
  /** Ends the pushing of the current configuration. */
  pushing: AbortController | undefined;
  readonly counts: { delivered: number; acknowledged: number; pushes: number };
}

export interface PubsubState {
  readonly topics: Map<string, Topic>;
  readonly subscriptions: Map<string, Subscription>;
  nextMessage: number;
  /** Endpoints that begin with the first text are sent to the second instead, as through a tunnel. */
  readonly tunnels: Map<string, string>;
}

export function createPubsubState(): PubsubState {
  return {
    topics: new Map(),
    subscriptions: new Map(),
    nextMessage: 8_700_000_000_000_001,
    tunnels: new Map(),
  };
}

/** Wakes all waiting requests: each checks for itself. */
export function wake({ waiting }: Subscription): void {
  for (const resolve of waiting) resolve();
}

/** Resolves when something may have changed; `until` may set a time for it. */
export async function waitForChange(
  { waiting }: Subscription,
  until?: (wakeUp: () => void) => void,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const wakeUp = (): void => {
      waiting.delete(wakeUp);
      resolve();
    };
    waiting.add(wakeUp);
    until?.(wakeUp);
  });
}
