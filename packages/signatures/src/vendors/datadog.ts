// Datadog.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "datadog",
  name: "Datadog",
  token: { header: "authorization", prefix: "Bearer " },
};

export const samples: readonly Sample[] = [
  {
    event: "alert",
    body: ({ id, now }) => ({
      id,
      title: "[Triggered] CPU of web1 is high",
      body: "CPU has been above 90 % for 5 minutes.",
      last_updated: now,
      event_type: "metric_alert_monitor",
      alert_transition: "Triggered",
      tags: "host:web1,env:prod",
    }),
  },
];
