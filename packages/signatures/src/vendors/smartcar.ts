// Smartcar.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "smartcar",
  name: "Smartcar",
  docs: "https://smartcar.com/docs/integrations/webhooks/payload-verification",
  signatures: [bodyHmac("sc-signature")],
  handshake: "smartcar",
  delivery: {
    id: { json: "eventId" },
    idSigned: true,
    retries: "Waits 15 s, and tries again after any answer that is not 2xx.",
    on4xx: "repeats",
  },
  secretFrom: "Dashboard, the application, Application Management Token.",
};

export const samples: readonly Sample[] = [
  {
    event: "VEHICLE_STATE",
    body: ({ id, iso }) => ({
      eventId: id,
      eventType: "VEHICLE_STATE",
      data: {
        user: { id: "1" },
        vehicle: { id: "2", make: "TESLA", model: "Model 3", year: 2024 },
        signals: [
          {
            code: "tractionbattery-stateofcharge",
            name: "StateOfCharge",
            group: "TractionBattery",
            body: { value: 80, unit: "percent" },
          },
        ],
      },
      meta: { deliveryId: id, webhookId: "3", deliveredAt: iso },
    }),
  },
];
