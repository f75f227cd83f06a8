// Samples of further vendors of payments and subscriptions.
import { jsonSample, type Samples } from "./sample.ts";

export const BILLING_SAMPLES: Samples = {
  paystack: jsonSample("charge.success", ({ iso }) => ({
    event: "charge.success",
    data: {
      id: 302961,
      status: "success",
      reference: "qTPrJoy9Bx",
      amount: 250000,
      currency: "NGN",
      paid_at: iso,
      channel: "card",
      customer: { id: 84312, email: "ben@example.com", customer_code: "CUS_1" },
    },
  })),
  gocardless: jsonSample("payments.confirmed", ({ id, iso }) => ({
    events: [
      {
        id: `EV_${id}`,
        created_at: iso,
        resource_type: "payments",
        action: "confirmed",
        links: { payment: "PM1" },
        details: { origin: "gocardless", cause: "payment_confirmed" },
      },
    ],
    meta: { webhook_id: `WB_${id}` },
  })),
  dwolla: [
    {
      event: "customer_created",
      headers: { "x-dwolla-topic": "customer_created" },
      body: ({ id, iso }) => ({
        id,
        resourceId: "c7f300c0-f1ef-4151-9bbe-005005aa3747",
        topic: "customer_created",
        timestamp: iso,
        _links: { self: { href: `https://api.dwolla.com/events/${id}` } },
        created: iso,
      }),
    },
  ],
  square: jsonSample("payment.updated", ({ id, iso }) => ({
    merchant_id: "6SSW7HV8K2ST5",
    type: "payment.updated",
    event_id: id,
    created_at: iso,
    data: {
      type: "payment",
      id: "KkAkhdMsgzn59SM8A89WgKwekxLZY",
      object: {
        payment: {
          id: "KkAkhdMsgzn59SM8A89WgKwekxLZY",
          status: "COMPLETED",
          amount_money: { amount: 2500, currency: "EUR" },
        },
      },
    },
  })),
  chargebee: jsonSample("subscription_created", ({ id, seconds }) => ({
    id: `ev_${id}`,
    occurred_at: seconds,
    source: "api",
    object: "event",
    api_version: "v2",
    event_type: "subscription_created",
    webhook_status: "scheduled",
    content: {
      subscription: { id: "sub-1", status: "active", currency_code: "EUR" },
      customer: { id: "cus-1", email: "ben@example.com" },
    },
  })),
  bigcommerce: jsonSample("store/order/created", ({ seconds }) => ({
    scope: "store/order/created",
    store_id: "1025646",
    data: { type: "order", id: 250 },
    hash: "dd70c0976e06b67aaf671e73f49dcb79230ebf9d",
    created_at: seconds,
    producer: "stores/abcd",
  })),
  polar: jsonSample("order.paid", ({ iso }) => ({
    type: "order.paid",
    timestamp: iso,
    data: {
      id: "57107b74-8400-4d80-a2fc-54c2b4239cb3",
      status: "paid",
      total_amount: 2500,
      currency: "eur",
      customer: { id: "992fae2a-2a17-4b7a-8d9e-e287cf90131b", email: "ben@example.com" },
    },
  })),
  ebay: jsonSample("MARKETPLACE_ACCOUNT_DELETION", ({ id, iso }) => ({
    metadata: { topic: "MARKETPLACE_ACCOUNT_DELETION", schemaVersion: "1.0", deprecated: false },
    notification: {
      notificationId: id,
      eventDate: iso,
      publishDate: iso,
      publishAttemptCount: 1,
      data: { username: "ben", userId: "ma8vp1jySJC", eiasToken: "nY+sHZ2PrBmdj6wVnY" },
    },
  })),
};
