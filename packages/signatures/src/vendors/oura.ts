// Oura.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "oura",
  name: "Oura",
  docs: "https://cloud.ouraring.com/docs/webhooks",
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha256",
      key: "utf8",
      signature: { header: "x-oura-signature" },
      encoding: "hex",
      // Its page does not name the unit of the time, so that its age is not checked.
      signed: "{header:x-oura-timestamp}{body}",
    },
  ],
  handshake: "oura",
  secretFrom: "The client secret of the application.",
};

export const page: VendorPage = {
  notes: [
    "`verifyToken` is the `verification_token` that you send when you create the subscription.",
    "A subscription ends after some time: renew it before its `expiration_time`.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "create",
    headers: { "x-oura-timestamp": "1767225600" },
    body: ({ id, iso }) => ({
      event_type: "create",
      data_type: "daily_sleep",
      object_id: id,
      event_time: iso,
      user_id: "1",
    }),
  },
];
