// Airtable.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "airtable",
  name: "Airtable",
  docs: "https://airtable.com/developers/web/api/webhooks-overview",
  signatures: [bodyHmac("x-airtable-content-mac", { prefix: "hmac-sha256=", key: "base64" })],
  delivery: {
    ttlSeconds: 86_400,
    retries:
      "Waits 25 s for a 200 or 204 with an empty body; tries 13 times in a day, and then disables the hook.",
    on4xx: "repeats",
  },
  secretFrom: "`macSecretBase64` of the answer that created the webhook.",
};

export const page: VendorPage = {
  notes: [
    "The event is a ping: it names the base and the webhook, and the changes are to be fetched.",
    "Airtable needs 200 or 204 with an empty body, which `respond` sets; without it a run gets 202, and a wake 200 with a body.",
  ],
  respond: "{ status: 204 }",
};

export const samples: readonly Sample[] = [
  {
    event: "ping",
    body: ({ iso }) => ({
      base: { id: "app00000000000000" },
      webhook: { id: "ach00000000000000" },
      timestamp: iso,
    }),
  },
];
