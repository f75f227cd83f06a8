// The test API of Pub/Sub.
import type { World } from "../world.ts";
import { EMPTY_POLICY } from "./policy.ts";
import { publish } from "./publish.ts";
import type { PushConfig } from "./state.ts";
import { createSubscription } from "./subscriptions.ts";

interface SetUpOptions {
  /** The names within the project. Default: hookwright-gmail for both. */
  readonly topic?: string;
  readonly subscription?: string;
  readonly pushConfig?: PushConfig;
  readonly ackDeadlineSeconds?: number;
}

export interface PubsubApi {
  /** A topic to which Gmail may publish, and a subscription to it. @returns their full names */
  readonly setUp: (options?: SetUpOptions) => {
    readonly topic: string;
    readonly subscription: string;
  };
  /** Publishes any text: poison, another account, a notification out of order. @returns the message's id */
  readonly publish: (topic: string, data: string) => string;
  /** Endpoints that begin with `from` are sent to `to` on this machine, as through a tunnel. */
  readonly setTunnel: (from: string, to: string) => void;
  readonly status: () => Readonly<Record<string, SubscriptionStatus>>;
}

export interface SubscriptionStatus {
  readonly waiting: number;
  readonly delivered: number;
  readonly acknowledged: number;
  readonly pushes: number;
}

export function createPubsubApi(world: World): PubsubApi {
  const { pubsub } = world;
  return {
    setUp: (options = {}) => setUp(world, options),
    publish: (topic, data) => publish(world, topic, data),
    setTunnel: (from, to) => {
      pubsub.tunnels.set(from, to);
    },
    status: () =>
      Object.fromEntries(
        [...pubsub.subscriptions.values()].map(({ name, queue, counts }) => [
          name,
          { waiting: queue.length, ...counts },
        ]),
      ),
  };
}

function setUp(world: World, options: SetUpOptions): ReturnType<PubsubApi["setUp"]> {
  const { projectId } = world.settings;
  const topic = `projects/${projectId}/topics/${options.topic ?? "hookwright-gmail"}`;
  const name = `projects/${projectId}/subscriptions/${options.subscription ?? "hookwright-gmail"}`;
  const { pushConfig, ackDeadlineSeconds } = options;
  world.pubsub.topics.set(topic, { name: topic, policy: EMPTY_POLICY, watchesUntilGrant: 0 });
  createSubscription(world, {
    method: "PUT",
    path: `/v1/${name}`,
    query: new URLSearchParams(),
    headers: {},
    text: JSON.stringify({ topic, expirationPolicy: {}, pushConfig, ackDeadlineSeconds }),
    signal: world.closed,
    params: { name },
  });
  return { topic, subscription: name };
}
