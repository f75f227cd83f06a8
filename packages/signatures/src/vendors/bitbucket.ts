// Bitbucket Cloud.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "bitbucket",
  name: "Bitbucket Cloud",
  deliveryMark: { header: "x-event-key" },
  docs: "https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks",
  signatures: [bodyHmac("x-hub-signature", { prefix: "sha256=" })],
  delivery: { id: { header: "x-request-uuid" } },
  secretFrom:
    "The secret that you set in Repository settings, Webhooks; without one nothing is signed.",
};

export const page: VendorPage = {
  notes: ["Without a secret at Bitbucket nothing is signed, and every request is refused."],
};

const COMMIT = "6dcb09b5b57875f334f61aebed695e2e4193db5e";

const BEFORE = "9049f1265b7d61be4a8904a9a27120d2064dab3b";

export const samples: readonly Sample[] = [
  {
    event: "repo:push",
    headers: { "x-event-key": "repo:push" },
    body: ({ iso }) => ({
      actor: { type: "user", display_name: "Ann", nickname: "ann" },
      repository: { type: "repository", name: "site", full_name: "acme/site" },
      push: {
        changes: [
          {
            created: false,
            closed: false,
            forced: false,
            new: { type: "branch", name: "main", target: { hash: COMMIT, date: iso } },
            old: { type: "branch", name: "main", target: { hash: BEFORE } },
            commits: [{ hash: COMMIT, message: "Correct the opening hours", date: iso }],
          },
        ],
      },
    }),
  },
];
