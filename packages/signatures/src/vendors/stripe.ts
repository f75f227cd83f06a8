// Stripe.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample, SampleContext, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "stripe",
  name: "Stripe",
  deliveryMark: { json: "object", is: "event" },
  docs: "https://docs.stripe.com/webhooks/signature",
  // The secret's `whsec_` is a part of the key here, unlike in Standard Webhooks; `v0` is for tests.
  signatures: [pairs("stripe-signature")],
  delivery: {
    id: { json: "id" },
    idSigned: true,
    ttlSeconds: 259_200,
    retries:
      "Tries for three days after any answer that is not 2xx (in a sandbox: three times within a few hours), each time with a new time stamp.",
    on4xx: "repeats",
  },
  secretFrom: "Workbench, Webhooks, the destination, Signing secret: `whsec_…`.",
};

export const page: VendorPage = {
  notes: [
    "The key is the whole text `whsec_…`; unlike in Standard Webhooks, it is not decoded.",
    "Signatures `v0` are for tests and are never accepted.",
  ],
};

/** One of Stripe's events about `object`. */
const stripeEvent = ({ id, seconds }: SampleContext, type: string, object: object): object => ({
  id: `evt_${id}`,
  object: "event",
  api_version: "2025-03-31.basil",
  created: seconds,
  livemode: true,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
});

export const samples: readonly Sample[] = [
  {
    event: "payment_intent.succeeded",
    body: (context) =>
      stripeEvent(context, "payment_intent.succeeded", {
        id: "pi_1",
        object: "payment_intent",
        amount: 2500,
        amount_received: 2500,
        currency: "eur",
        status: "succeeded",
        created: context.seconds,
        customer: "cus_1",
        description: "Order 1001",
        receipt_email: "ben@example.com",
        latest_charge: "ch_1",
        metadata: {},
      }),
  },
  {
    event: "checkout.session.completed",
    body: (context) =>
      stripeEvent(context, "checkout.session.completed", {
        id: "cs_test_1",
        object: "checkout.session",
        mode: "payment",
        status: "complete",
        payment_status: "paid",
        amount_subtotal: 2500,
        amount_total: 2500,
        currency: "eur",
        created: context.seconds,
        customer: "cus_1",
        customer_details: { email: "ben@example.com", name: "Ben" },
        payment_intent: "pi_1",
        client_reference_id: null,
        metadata: {},
      }),
  },
  {
    event: "invoice.payment_failed",
    body: (context) =>
      stripeEvent(context, "invoice.payment_failed", {
        id: "in_1",
        object: "invoice",
        number: "ACME-0001",
        status: "open",
        amount_due: 2500,
        amount_paid: 0,
        amount_remaining: 2500,
        attempt_count: 1,
        attempted: true,
        currency: "eur",
        customer: "cus_1",
        customer_email: "ben@example.com",
        customer_name: "Ben",
        hosted_invoice_url: "https://invoice.stripe.com/i/1",
        next_payment_attempt: context.seconds + 259_200,
        created: context.seconds,
        metadata: {},
      }),
  },
  {
    event: "charge.dispute.created",
    body: (context) =>
      stripeEvent(context, "charge.dispute.created", {
        id: "du_1",
        object: "dispute",
        amount: 2500,
        currency: "eur",
        charge: "ch_1",
        reason: "product_not_received",
        status: "needs_response",
        evidence_details: {
          due_by: context.seconds + 864_000,
          has_evidence: false,
          submission_count: 0,
        },
        is_charge_refundable: false,
        created: context.seconds,
      }),
  },
];
