// Alchemy.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "alchemy",
  name: "Alchemy",
  docs: "https://www.alchemy.com/docs/reference/notify-api-quickstart",
  signatures: [bodyHmac("x-alchemy-signature")],
  delivery: {
    id: { json: "id" },
    idSigned: true,
    retries:
      "Tries again in growing steps for about 10 minutes, or for about an hour on Enterprise.",
  },
  secretFrom: "Dashboard, Webhooks, the webhook, Signing key; not the auth token.",
};

export const samples: readonly Sample[] = [
  {
    event: "ADDRESS_ACTIVITY",
    body: ({ id, iso }) => ({
      webhookId: "wh_1",
      id,
      createdAt: iso,
      type: "ADDRESS_ACTIVITY",
      event: {
        network: "ETH_MAINNET",
        activity: [
          {
            fromAddress: "0x0000000000000000000000000000000000000001",
            toAddress: "0x0000000000000000000000000000000000000002",
            blockNum: "0xdf34a3",
            hash: "0x7a4a39da2a3fa1fc2ef88fd1eaea070286ed2aba21e0419dcfb6d5c5d9f02a72",
            value: 0.5,
            asset: "ETH",
            category: "external",
          },
        ],
      },
    }),
  },
];
