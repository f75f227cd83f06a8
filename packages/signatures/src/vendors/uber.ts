// Uber.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "uber",
  name: "Uber",
  aliases: ["uber-eats", "uber-direct"],
  docs: "https://developer.uber.com/docs/eats/guides/webhooks",
  signatures: [bodyHmac("x-uber-signature")],
  delivery: {
    id: { json: "event_id" },
    idSigned: true,
    retries:
      "Tries up to 7 times after 500, 502, 503, 504 and late answers: after 10, 30, 60 and 120 s, then in growing steps.",
    acknowledge: 200,
  },
  secretFrom:
    "Uber Eats: the client secret of the app. Uber Direct: the signing key of the webhook.",
};

export const page: VendorPage = {
  notes: ["Uber needs 200 with an empty body, which `respond` sets."],
  respond: '{ text: "" }',
};

export const samples: readonly Sample[] = [
  {
    event: "orders.notification",
    body: ({ id, seconds }) => ({
      event_id: id,
      event_time: seconds,
      event_type: "orders.notification",
      meta: { resource_id: "2", status: "pos", user_id: "3" },
      resource_href: "https://api.uber.com/v2/eats/order/2",
    }),
  },
];
