// Fireflies, version 2 of its webhooks.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "fireflies",
  name: "Fireflies",
  docs: "https://docs.fireflies.ai/graphql-api/webhooks-v2",
  signatures: [bodyHmac("x-hub-signature", { prefix: "sha256=" })],
  delivery: { retries: "Waits 10 s for an answer of 2xx, and tries again." },
  secretFrom: "The signing secret that you type in on the page Webhooks V2.",
};

export const page: VendorPage = {
  notes: [
    "Without a signing secret at Fireflies nothing is signed, and every request is refused.",
    "Version 1 of the webhooks writes the signature without `sha256=`, which is not accepted.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "meeting.transcribed",
    body: ({ id, now }) => ({ event: "meeting.transcribed", timestamp: now, meeting_id: id }),
  },
];
