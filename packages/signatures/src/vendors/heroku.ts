// Heroku.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "heroku",
  name: "Heroku",
  docs: "https://devcenter.heroku.com/articles/app-webhooks",
  signatures: [bodyHmac("heroku-webhook-hmac-sha256", { encoding: "base64" })],
  delivery: {
    retries:
      "A webhook of the level `notify` is tried once; `sync` is tried until it succeeds or a limit is reached.",
  },
  secretFrom: "The secret that you gave to `heroku webhooks:add`, or that it printed.",
};

export const samples: readonly Sample[] = [
  {
    event: "api:release",
    body: ({ id, iso }) => ({
      id,
      created_at: iso,
      resource: "release",
      action: "update",
      actor: { id: "7", email: "ann@example.com" },
      data: {
        id: "2",
        app: { id: "3", name: "site" },
        version: 12,
        status: "succeeded",
        current: true,
        description: "Deploy 6dcb09b5",
      },
      webhook_metadata: {
        delivery: { id },
        event: { id: "4", include: "api:release" },
        webhook: { id: "5" },
      },
    }),
  },
];
