// Framer, the webhooks of its forms.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "framer",
  name: "Framer (forms)",
  docs: "https://www.framer.com/help/articles/form-webhooks/",
  signatures: [
    {
      ...bodyHmac("framer-signature", { prefix: "sha256=" }),
      signed: "{body}{id}",
      id: { header: "framer-webhook-submission-id" },
    },
  ],
  deliveryMark: "id",
  secretFrom: "The form, Send to, Webhook: the secret that you type in.",
};

export const samples: readonly Sample[] = [
  {
    event: "submission",
    body: () => ({ Name: "Ben", Email: "ben@example.com", Message: "When do you open?" }),
  },
];
