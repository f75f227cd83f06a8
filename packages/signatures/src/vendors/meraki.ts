// Cisco Meraki.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "meraki",
  name: "Cisco Meraki",
  docs: "https://developer.cisco.com/meraki/webhooks/",
  delivery: {
    retries: "More than 100 failures in 24 hours disable the receiver.",
    on4xx: "disables",
  },
  secretFrom: "Network-wide, Alerts, Webhooks: the shared secret of the HTTP server.",
  token: { body: "sharedSecret" },
};

export const samples: readonly Sample[] = [
  {
    event: "settings_changed",
    body: ({ id, iso }) => ({
      version: "0.1",
      sentAt: iso,
      organizationId: "2930418",
      organizationName: "Acme",
      networkId: "N_24329156",
      networkName: "Office",
      alertId: id,
      alertType: "Settings changed",
      occurredAt: iso,
      alertData: { name: "Wi-Fi", userId: "1" },
    }),
  },
];
