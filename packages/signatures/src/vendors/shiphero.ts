// ShipHero.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "shiphero",
  name: "ShipHero",
  docs: "https://developer.shiphero.com/webhooks/",
  signatures: [bodyHmac("x-shiphero-hmac-sha256", { encoding: "base64" })],
  deliveryMark: "id",
  delivery: {
    id: { header: "x-shiphero-message-id" },
    retries: "Waits 10 s (20 s for labels), and tries up to five times more.",
    acknowledge: 200,
  },
  secretFrom: "`shared_signature_secret` of the answer to `webhook_create`, shown once.",
};

export const page: VendorPage = {
  notes: ['ShipHero wants 200 with `{"code": "200", "Status": "Success"}`, which `respond` sets.'],
  respond: '{ json: { code: "200", Status: "Success" } }',
};

export const samples: readonly Sample[] = [
  {
    event: "Shipment Update",
    body: () => ({
      webhook_type: "Shipment Update",
      fulfillment: {
        shipment_id: 1,
        order_id: 12,
        order_number: "#12",
        tracking_number: "1Z0000000000000000",
        shipping_carrier: "ups",
        line_items: [{ id: "2", sku: "CUP-1", quantity: 1 }],
      },
    }),
  },
];
