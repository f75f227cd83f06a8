// Where known providers put the id of a delivery: the same id comes again when they repeat it. Data only.
import { type HeaderRecord, isKey, readHeader, readPath } from "@hookwright/base";

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

export interface DeliveryId {
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
