// Onfleet.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "onfleet",
  name: "Onfleet",
  docs: "https://docs.onfleet.com/reference/secrets",
  signatures: [bodyHmac("x-onfleet-signature", { algorithm: "sha512", key: "hex" })],
  secretFrom: "Settings, API & Webhooks, the webhook secret, in hexadecimal.",
};

export const page: VendorPage = {
  notes: [
    'When you add the webhook, Onfleet sends a GET with `check` in the query and wants its value back: [`handshake: { echo: { from: "query.check", to: "text" } }`](../http.md) answers it.',
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "taskCompleted",
    body: ({ now }) => ({
      taskId: "1",
      workerId: "2",
      actionContext: { type: "WORKER", id: "2" },
      triggerId: 3,
      triggerName: "taskCompleted",
      time: now,
      data: { task: { id: "1", shortId: "12", state: 3, completionDetails: { success: true } } },
    }),
  },
];
