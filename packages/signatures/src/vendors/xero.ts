// Xero.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "xero",
  name: "Xero",
  docs: "https://developer.xero.com/documentation/guides/webhooks/configuring-your-server/",
  secretFrom: "The webhooks signing key of the app, in the developer portal.",
  signatures: [bodyHmac("x-xero-signature", { encoding: "base64" })],
  delivery: {
    retries: "The check of a new hook sends right and wrong signatures and wants 200 and 401.",
  },
};

export const page: VendorPage = {
  notes: [
    "Xero tests a new hook with right and wrong signatures, and needs exactly 200 and 401. `respond` sets the 200; without it a run gets 202, and a wake 200.",
  ],
  respond: '{ status: 200, text: "" }',
};

export const samples: readonly Sample[] = [
  {
    event: "INVOICE.CREATE",
    body: ({ iso }) => ({
      events: [
        {
          resourceUrl: "https://api.xero.com/api.xro/2.0/Invoices/1",
          resourceId: "717f2bfc-c6d4-41fd-b238-3f2f0c0cf777",
          tenantId: "c2cc9b6e-9458-4c7d-93cc-f02b81b0594f",
          eventDateUtc: iso.slice(0, 23),
          eventType: "CREATE",
          eventCategory: "INVOICE",
        },
      ],
      firstEventSequence: 1,
      lastEventSequence: 1,
      entropy: "S0m3r4nd0mt3xt",
    }),
  },
];
