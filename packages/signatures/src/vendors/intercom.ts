// Intercom.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "intercom",
  name: "Intercom",
  deliveryMark: { json: "type", is: "notification_event" },
  docs: "https://developers.intercom.com/docs/webhooks",
  signatures: [bodyHmac("x-hub-signature", { algorithm: "sha1", prefix: "sha1=" })],
  delivery: { id: { json: "id" }, idSigned: true },
  secretFrom: "Developer Hub, the app, Basic information, Client secret.",
};

export const page: VendorPage = {
  notes: ["The digest is SHA-1, unlike that of other vendors with the same header."],
};

export const samples: readonly Sample[] = [
  {
    event: "conversation.user.created",
    body: ({ id, seconds }) => ({
      type: "notification_event",
      id: `notif_${id}`,
      app_id: "app1",
      topic: "conversation.user.created",
      created_at: seconds,
      delivery_attempts: 1,
      data: {
        type: "notification_event_data",
        item: { type: "conversation", id: "1", state: "open", title: "A question" },
      },
    }),
  },
];
