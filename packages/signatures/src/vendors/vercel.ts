// Vercel.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "vercel",
  name: "Vercel",
  docs: "https://vercel.com/docs/webhooks",
  signatures: [bodyHmac("x-vercel-signature", { algorithm: "sha1" })],
  delivery: { id: { json: "id" }, idSigned: true },
  secretFrom: "Shown once when the webhook is created; for integrations, their client secret.",
};

export const page: VendorPage = {
  notes: ["The digest is SHA-1. Log drains are another product and have another secret."],
};

export const samples: readonly Sample[] = [
  {
    event: "deployment.succeeded",
    body: ({ id, now }) => ({
      id,
      type: "deployment.succeeded",
      createdAt: now,
      payload: {
        deployment: { id: "dpl_1", name: "site", url: "site-1.vercel.app", meta: {} },
        project: { id: "prj_1" },
        target: "production",
        team: { id: "team_1" },
        user: { id: "usr_1" },
      },
    }),
  },
];
