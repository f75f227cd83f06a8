// Buildkite.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "buildkite",
  name: "Buildkite",
  docs: "https://buildkite.com/docs/apis/webhooks/pipelines",
  signatures: [
    pairs("x-buildkite-signature", {
      key: "signature",
      timestamp: { pair: "timestamp", unit: "s" },
    }),
  ],
  token: { header: "x-buildkite-token" },
  secretFrom:
    "Notification services, the webhook, Token: as `secret` if Buildkite sends a signature, as `token` if it sends the token.",
};

export const samples: readonly Sample[] = [
  {
    event: "build.finished",
    headers: { "x-buildkite-event": "build.finished" },
    body: ({ id, iso }) => ({
      event: "build.finished",
      build: {
        id,
        number: 12,
        state: "failed",
        branch: "main",
        commit: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
        message: "Correct the opening hours",
        web_url: "https://buildkite.com/acme/site/builds/12",
        finished_at: iso,
      },
      pipeline: { id: "1", slug: "site", name: "Site" },
      sender: { id: "7", name: "Ann" },
    }),
  },
];
