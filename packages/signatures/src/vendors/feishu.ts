// Feishu and Lark.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "feishu",
  name: "Feishu and Lark",
  // Version 2 of its events has the token in `header`, version 1 at the top.
  token: { body: ["header.token", "token"] },
  handshake: "feishu",
  secretFrom: "Events and callbacks, encryption strategy, verification token.",
};

export const page: VendorPage = {
  notes: [
    "Events of version 2 have the token in `header.token`, those of version 1 in `token`; either is accepted, and both are removed.",
    "Encrypted events (`encrypt`) are not decrypted and get 401. Leave the Encrypt Key empty at the vendor.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "im.message.receive_v1",
    body: ({ id, now }) => ({
      schema: "2.0",
      header: {
        event_id: id,
        create_time: String(now),
        event_type: "im.message.receive_v1",
        tenant_key: "t1",
        app_id: "cli_1",
      },
      event: {
        sender: { sender_id: { open_id: "ou_1" }, sender_type: "user" },
        message: {
          message_id: "om_1",
          message_type: "text",
          content: '{"text":"Open on Monday?"}',
        },
      },
    }),
  },
];
