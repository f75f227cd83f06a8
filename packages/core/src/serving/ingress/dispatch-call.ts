// The facts about one call of `dispatch` → its context, whose ids and signal are made when something asks for them.

import { type HeaderRecord, isKey, type RandomId, readHeader, readPath } from "@hookwright/base";
import type { TemplatedField } from "../../base/index.ts";
import {
  type AbortCode,
  DispatchAbort,
  type DispatchContext,
  type DispatchSignal,
} from "./dispatch-port.ts";
import { shortName } from "./record.ts";
import type { RequestContext } from "./request-context.ts";

/** Every supported runtime has it. */
declare class AbortController {
  readonly signal: DispatchSignal;
  abort(reason: unknown): void;
}

interface DispatchPorts {
  readonly randomId: RandomId;
  /** Lower-case names of the headers that dispatch may read. */
  readonly dispatchHeaders: readonly string[];
}

interface CallFacts {
  readonly mappingId?: string | undefined;
  readonly taintedFields: readonly TemplatedField[];
  readonly index?: number | undefined;
  readonly dedupeKey?: string | undefined;
}

/** An AbortController costs as much as the rest of a small request, and most dispatches never look at it. */
export class DispatchCall implements DispatchContext {
  readonly mappingId: string | undefined;
  readonly index: number | undefined;
  readonly taintedFields: readonly TemplatedField[];
  readonly #dedupeKey: string | undefined;
  readonly #request: RequestContext;
  readonly #ports: DispatchPorts;
  #runId: string | undefined;
  /** Null once nothing was found. */
  #delivery: DeliveryId | null | undefined;
  #controller: AbortController | undefined;
  #abortCode: AbortCode | undefined;

  constructor(
    { mappingId, index, taintedFields, dedupeKey }: CallFacts,
    request: RequestContext,
    ports: DispatchPorts,
  ) {
    this.mappingId = mappingId;
    this.index = index;
    this.taintedFields = taintedFields;
    this.#dedupeKey = dedupeKey;
    this.#request = request;
    this.#ports = ports;
  }

  get runId(): string {
    this.#runId ??= this.#ports.randomId();
    return this.#runId;
  }

  get name(): string {
    return shortName(this.#request.route.name);
  }

  get idempotencyKey(): string | undefined {
    if (this.#dedupeKey !== undefined) return this.#dedupeKey;
    const { idempotencyKey } = this.#request;
    // The elements of a batch have one request, and are actions of their own.
    return idempotencyKey === undefined || this.index === undefined
      ? idempotencyKey
      : `${idempotencyKey}#${this.index}`;
  }

  get idempotencyTtlSeconds(): number | undefined {
    return this.idempotencyKey === undefined ? undefined : this.#request.idempotencyTtlSeconds;
  }

  get deliveryId(): string | undefined {
    return this.#findDelivery()?.id;
  }

  get deliveryIdFrom(): "header" | "body" | undefined {
    return this.#findDelivery()?.from;
  }

  get headers(): Readonly<Record<string, string>> {
    const { headers, hideSecrets, auth } = this.#request;
    const secret = auth?.secretPlaces.headers ?? [];
    return Object.fromEntries(
      this.#ports.dispatchHeaders.flatMap((name) => {
        const value = secret.includes(name) ? undefined : readHeader(headers, name);
        return value === undefined ? [] : [[name, hideSecrets(value)]];
      }),
    );
  }

  get remoteAddress(): string | undefined {
    return this.#request.remoteAddress;
  }

  get receivedAt(): number {
    return this.#request.receivedAt;
  }

  get context(): unknown {
    return this.#request.request.context?.();
  }

  get signal(): DispatchSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortCode !== undefined) this.#controller.abort(new DispatchAbort(this.#abortCode));
    }
    return this.#controller.signal;
  }

  /** Static, so that a `dispatch` cannot abort itself by its context. The first code stays. */
  static abort(call: DispatchCall, code: AbortCode): void {
    call.#abort(code);
  }

  static abortCodeOf(call: DispatchCall): AbortCode | undefined {
    return call.#abortCode;
  }

  #findDelivery(): DeliveryId | null {
    if (this.#delivery === undefined) {
      const { headers, payload, hideSecrets } = this.#request;
      const found = findDeliveryId(headers, payload);
      this.#delivery = found === undefined ? null : { ...found, id: hideSecrets(found.id) };
    }
    return this.#delivery;
  }

  #abort(code: AbortCode): void {
    if (this.#abortCode !== undefined) return;
    this.#abortCode = code;
    this.#controller?.abort(new DispatchAbort(code));
  }
}

interface HeaderWithId {
  /** Lower-case name. */
  readonly header: string;
  /** Another header of the same provider, where the first is too common a name. */
  readonly beside?: string;
}

/**
 * In the order in which they are looked for. Left out are names that stay the same over different
 * events: GitLab's `X-Gitlab-Webhook-UUID` and PagerDuty's `X-Webhook-Id` name the subscription, and
 * GitLab's `X-Gitlab-Event-UUID` is one for all events that a first one has caused.
 */
export const HEADERS_WITH_IDS: readonly HeaderWithId[] = [
  // Standard Webhooks: Svix, Resend, Clerk, OpenAI, Polar, Supabase and others.
  { header: "webhook-id" },
  { header: "svix-id" },
  { header: "x-github-delivery" },
  { header: "x-gitea-delivery" },
  { header: "x-gogs-delivery" },
  { header: "x-shopify-webhook-id" },
  { header: "linear-delivery" },
  { header: "twitch-eventsub-message-id" },
  { header: "x-atlassian-webhook-identifier" },
  { header: "x-zendesk-webhook-invocation-id" },
  { header: "x-amz-sns-message-id" },
  // Bitbucket.
  { header: "x-request-uuid", beside: "x-event-key" },
  // Sentry.
  { header: "request-id", beside: "sentry-hook-resource" },
  // GitLab, Sanity, and every sender that follows the draft.
  { header: "idempotency-key" },
];

interface BodyWithId {
  /** Keys from the root of the body. */
  readonly id: readonly string[];
  /** A field by which the provider is known, and its text where that matters. */
  readonly marker: readonly string[];
  readonly is?: string;
}

/** An `id` alone may name anything, so each row has a field by which its provider is known. */
export const BODIES_WITH_IDS: readonly BodyWithId[] = [
  // Stripe.
  { id: ["id"], marker: ["object"], is: "event" },
  // Slack.
  { id: ["event_id"], marker: ["type"], is: "event_callback" },
  // Typeform.
  { id: ["event_id"], marker: ["event_type"], is: "form_response" },
  // Square.
  { id: ["event_id"], marker: ["merchant_id"] },
  // Paddle.
  { id: ["event_id"], marker: ["notification_id"] },
  // PagerDuty.
  { id: ["event", "id"], marker: ["event", "event_type"] },
  // Telnyx.
  { id: ["data", "id"], marker: ["data", "record_type"], is: "event" },
  // Trello.
  { id: ["action", "id"], marker: ["action", "idMemberCreator"] },
  // Intercom.
  { id: ["id"], marker: ["type"], is: "notification_event" },
  // Notion.
  { id: ["id"], marker: ["integration_id"] },
  // PayPal.
  { id: ["id"], marker: ["event_version"] },
  // Amazon SNS.
  { id: ["MessageId"], marker: ["TopicArn"] },
  // Google Pub/Sub, push.
  { id: ["message", "messageId"], marker: ["subscription"] },
];

interface DeliveryId {
  readonly id: string;
  readonly from: "header" | "body";
}

/** A header goes first, because nothing that a provider passes on from its users stands in its headers. */
export function findDeliveryId(headers: HeaderRecord, payload: unknown): DeliveryId | undefined {
  for (const { header, beside } of HEADERS_WITH_IDS) {
    const id = readHeader(headers, header)?.trim();
    if (!isKey(id)) continue;
    if (beside === undefined || readHeader(headers, beside) !== undefined) {
      return { id, from: "header" };
    }
  }
  for (const { id: path, marker, is } of BODIES_WITH_IDS) {
    const id = readPath(payload, path);
    if (!isKey(id)) continue;
    const found = readPath(payload, marker);
    if (is === undefined ? typeof found === "string" : found === is) return { id, from: "body" };
  }
  return undefined;
}
