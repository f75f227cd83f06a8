// Notion.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "notion",
  name: "Notion",
  deliveryMark: { json: "integration_id" },
  docs: "https://developers.notion.com/reference/webhooks",
  signatures: [bodyHmac("x-notion-signature", { prefix: "sha256=" })],
  delivery: { id: { json: "id" }, idSigned: true },
  secretFrom: "The `verification_token` of the first request of the subscription.",
  sendsSecret: true,
};

export const page: VendorPage = {
  notes: [
    "The secret comes with the first request: see [secrets that the handshake makes](../handshake-secrets.md).",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "page.created",
    body: ({ id, iso }) => ({
      id,
      timestamp: iso,
      workspace_id: "13950b26-c203-4f3b-b97d-93ec06319565",
      subscription_id: "29d75c0d-5546-4414-8459-7b7a92f1fc4b",
      integration_id: "0ef2e755-4912-8096-91c1-00376a88a5ca",
      type: "page.created",
      authors: [{ id: "c7c11cca-1d73-471d-9b6e-bdef51470190", type: "person" }],
      attempt_number: 1,
      entity: { id: "153104cd-477e-809d-8dc4-ff2d96ae3090", type: "page" },
      data: { parent: { id: "13950b26", type: "space" } },
    }),
  },
];
