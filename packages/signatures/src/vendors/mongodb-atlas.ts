// MongoDB Atlas, its alerts.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "mongodb-atlas",
  name: "MongoDB Atlas (alerts)",
  aliases: ["atlas", "mongodb"],
  docs: "https://www.mongodb.com/docs/atlas/tutorial/third-party-service-integrations/",
  signatures: [bodyHmac("x-mms-signature", { algorithm: "sha1", encoding: "base64" })],
  secretFrom: "Project settings, Integrations, Webhook settings, Webhook secret.",
};

export const samples: readonly Sample[] = [
  {
    event: "mms.event.alert.open.outsidemetricthreshold",
    headers: { "x-mms-event": "mms.event.alert.open.outsidemetricthreshold" },
    body: ({ id, iso }) => ({
      id,
      groupId: "1",
      alertConfigId: "2",
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      status: "OPEN",
      created: iso,
      updated: iso,
      clusterName: "shop",
      hostnameAndPort: "shop-00-00.example.mongodb.net:27017",
      metricName: "CONNECTIONS",
      currentValue: { number: 900, units: "RAW" },
    }),
  },
];
