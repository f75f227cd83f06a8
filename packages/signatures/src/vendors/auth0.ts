// Auth0 log streams.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "auth0",
  name: "Auth0 log streams",
  docs: "https://auth0.com/docs/customize/log-streams/custom-log-streams",
  token: { header: "authorization" },
  secretFrom: "The authorization token of the log stream, as it is.",
};

export const samples: readonly Sample[] = [
  {
    event: "sapi",
    body: ({ id, iso }) => [
      {
        log_id: id,
        data: { date: iso, type: "s", description: "Success Login", user_name: "ann@example.com" },
      },
    ],
  },
];
