// Gitea, and Forgejo, which sends its own name of the header beside Gitea's.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "gitea",
  name: "Gitea (and Forgejo)",
  aliases: ["forgejo", "codeberg"],
  docs: "https://docs.gitea.com/usage/webhooks",
  signatures: [bodyHmac(["x-gitea-signature", "x-forgejo-signature"])],
  deliveryMark: "id",
  delivery: {
    id: { header: "x-gitea-delivery" },
    retries: "Never tries again; a delivery can be sent again manually.",
  },
  secretFrom: "The text that you type into Settings, Webhooks, Secret.",
};

export const page: VendorPage = {
  notes: [
    "Choose `application/json`: with the content type of forms, the JSON inside of the form is signed and not the body.",
    "`X-Hub-Signature-256`, which is sent for receivers of GitHub's webhooks, is ignored.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "push",
    headers: { "x-gitea-event": "push" },
    body: ({ iso }) => ({
      ref: "refs/heads/main",
      before: "9049f1265b7d61be4a8904a9a27120d2064dab3b",
      after: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
      compare_url: "https://git.example.com/acme/site/compare/9049f1265b7d...6dcb09b5b578",
      commits: [
        {
          id: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
          message: "Correct the opening hours\n",
          url: "https://git.example.com/acme/site/commit/6dcb09b5b57875f334f61aebed695e2e4193db5e",
          author: { name: "Ann", email: "ann@example.com", username: "ann" },
          timestamp: iso,
          added: [],
          removed: [],
          modified: ["index.html"],
        },
      ],
      repository: {
        id: 15,
        name: "site",
        full_name: "acme/site",
        html_url: "https://git.example.com/acme/site",
        default_branch: "main",
      },
      pusher: { id: 7, login: "ann", email: "ann@example.com" },
      sender: { id: 7, login: "ann", email: "ann@example.com" },
    }),
  },
];
