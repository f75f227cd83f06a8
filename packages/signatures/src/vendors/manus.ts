// Manus.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "manus",
  name: "Manus",
  docs: "https://open.manus.ai/docs/v2/webhooks-security",
  signatures: [
    {
      scheme: "publicKey",
      algorithm: "rsa-sha256",
      key: "spki",
      signature: { header: "x-webhook-signature" },
      encoding: "base64",
      signed: "{timestamp}.{url}.{body:sha256}",
      timestamp: { header: "x-webhook-timestamp", unit: "s", toleranceSeconds: 300 },
    },
  ],
  needsPublicUrl: true,
  delivery: { id: { json: "event_id" }, idSigned: true },
  secretFrom: "The `public_key` in the answer of the API's `webhook.publicKey`.",
};

export const samples: readonly Sample[] = [
  {
    event: "task_stopped",
    body: ({ id }) => ({
      event_id: id,
      event_type: "task_stopped",
      task_detail: {
        task_id: "task_1",
        task_title: "Compare three suppliers",
        task_url: "https://manus.im/app/task_1",
        message: "The comparison is ready.",
        attachments: [],
        stop_reason: "finish",
      },
    }),
  },
];
