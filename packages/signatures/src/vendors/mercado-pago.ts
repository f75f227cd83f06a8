// Mercado Pago.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "mercado-pago",
  name: "Mercado Pago",
  aliases: ["mercadopago"],
  docs: "https://www.mercadopago.com/developers/en/docs/your-integrations/notifications/webhooks",
  signatures: [
    timedHmac({
      signature: { header: "x-signature", pairs: { separator: ",", key: "v1" } },
      signed: "id:{query:lower:data.id};request-id:{header:x-request-id};ts:{timestamp};",
      // Seconds for some of its products, milliseconds for others.
      timestamp: { pair: "ts", unit: "ms", isUnchecked: true },
    }),
  ],
  delivery: {
    bodyBound: false,
    retries:
      "Waits 22 s, tries again every 15 minutes, and after the third time at longer intervals.",
    on4xx: "repeats",
  },
  secretFrom: "Your integrations, the application, Webhooks: the secret signature.",
};

export const page: VendorPage = {
  notes: [
    "`data.id` of the URL is signed, which templates have as `{{query.[data.id]}}`. Let the agent fetch that payment or order instead of trusting the body.",
    "The unit of the time stamp differs between products, so that its age is not checked.",
    "Requests without `data.id` or `x-request-id` are refused: notifications of the older kind (IPN) are not signed.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "payment.updated",
    query: "data.id=123456&type=payment",
    headers: { "x-request-id": "c0ffee00-0000-4000-8000-000000000001" },
    body: ({ iso, now }) => ({
      action: "payment.updated",
      api_version: "v1",
      data: { id: "123456" },
      date_created: iso,
      id: now,
      live_mode: false,
      type: "payment",
      user_id: "724484980",
    }),
  },
];
