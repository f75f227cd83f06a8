// Dropbox.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "dropbox",
  name: "Dropbox",
  docs: "https://www.dropbox.com/developers/reference/webhooks",
  signatures: [bodyHmac("x-dropbox-signature")],
  handshake: "dropbox",
  secretFrom: "App Console, the app, App secret.",
};

export const samples: readonly Sample[] = [
  {
    event: "notification",
    body: () => ({
      list_folder: { accounts: ["dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc"] },
      delta: { users: [12345678] },
    }),
  },
];
