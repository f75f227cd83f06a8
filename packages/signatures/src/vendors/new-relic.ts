// New Relic.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "new-relic",
  name: "New Relic",
  token: { header: "authorization", prefix: "Bearer " },
};

export const samples: readonly Sample[] = [
  {
    event: "issue.activated",
    body: ({ id, now }) => ({
      id,
      title: "High response time",
      state: "ACTIVATED",
      trigger: "STATE_CHANGE",
      priority: "CRITICAL",
      createdAt: now,
      issueUrl: "https://one.newrelic.com/issues/1",
    }),
  },
];
