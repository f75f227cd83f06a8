// The vendors → where a request has the id of its delivery, for requests without proof; the core's generator reads it.
import { PROVIDERS } from "../generated/vendors.ts";
import type { Provider } from "./vendor.ts";

interface HeaderWithId {
  /** Lower-case name. */
  readonly header: string;
  /** Another header of the same sender, where the first is too common a name. */
  readonly beside?: string;
}

interface BodyWithId {
  /** Keys from the root of the body. */
  readonly id: readonly string[];
  /** A field by which the sender is known, and its text where that matters. */
  readonly marker: readonly string[];
  readonly is?: string;
}

interface DeliveryIds {
  readonly headers: readonly HeaderWithId[];
  /** An `id` may identify anything, so each rule has a field that identifies the sender. */
  readonly bodies: readonly BodyWithId[];
}

/**
 * Senders without a file. Left out are names that stay the same over different events: GitLab's `X-Gitlab-Webhook-UUID`
 * and PagerDuty's `X-Webhook-Id` name the subscription, and GitLab's `X-Gitlab-Event-UUID` is one for all events that a
 * first one has caused.
 */
const WITHOUT_FILE: DeliveryIds = {
  headers: [
    { header: "x-gogs-delivery" },
    // GitLab, Sanity, and every sender that follows the draft. Last, because any sender may follow it.
    { header: "idempotency-key" },
  ],
  // PayPal.
  bodies: [{ id: ["id"], marker: ["event_version"] }],
};

/** In the order in which they are looked for. */
export const DELIVERY_IDS: DeliveryIds = {
  headers: [
    ...new Map(
      [
        // First, because a service that forwards events adds these headers to those of the first sender.
        ...PROVIDERS.filter(isStandard).flatMap(headersOf),
        ...PROVIDERS.flatMap(headersOf),
        ...WITHOUT_FILE.headers,
      ].map((row) => [row.header, row]),
    ).values(),
  ],
  bodies: [...PROVIDERS.flatMap(bodyOf), ...WITHOUT_FILE.bodies],
};

function isStandard({ signatures = [] }: Provider): boolean {
  return signatures.some(({ signature }) => signature.tagged !== undefined);
}

function headersOf(provider: Provider): readonly HeaderWithId[] {
  const { deliveryMark: mark, delivery, signatures = [], otherIdHeader } = provider;
  const ids = delivery?.id === undefined ? signatures.map(({ id }) => id) : [delivery.id];
  const own = mark === undefined ? [] : ids.flatMap((id) => id?.header ?? []);
  const beside = typeof mark === "object" && "header" in mark ? { beside: mark.header } : {};
  return [...own, ...(otherIdHeader === undefined ? [] : [otherIdHeader])].map((header) => ({
    header,
    ...(header !== otherIdHeader && beside),
  }));
}

function bodyOf({ deliveryMark: mark, delivery }: Provider): readonly BodyWithId[] {
  const id = delivery?.id?.json;
  if (typeof mark !== "object" || !("json" in mark) || id === undefined) return [];
  const { json, is } = mark;
  return [{ id: id.split("."), marker: json.split("."), ...(is !== undefined && { is }) }];
}
