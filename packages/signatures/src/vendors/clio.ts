// Clio.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "clio",
  name: "Clio",
  docs: "https://docs.developers.clio.com/api-reference/#tag/Webhooks",
  signatures: [bodyHmac("x-hook-signature")],
  secretFrom: "`X-Hook-Secret` of the handshake, or `shared_secret` of the webhook in the API.",
  sendsSecret: true,
};

export const page: VendorPage = {
  notes: [
    "The secret comes with the first request: see [secrets that the handshake makes](../handshake-secrets.md).",
    "A webhook ends after three days, or at its `expires_at`, which may be 31 days away: renew it before.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "created",
    body: ({ iso }) => ({
      data: { id: 12, etag: '"1"', display_number: "00012-Acme", created_at: iso },
      meta: { event: "created", webhook_id: 3 },
    }),
  },
];
