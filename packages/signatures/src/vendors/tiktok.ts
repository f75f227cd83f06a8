// TikTok for Developers. TikTok Shop signs otherwise.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "tiktok",
  name: "TikTok",
  docs: "https://developers.tiktok.com/doc/webhooks-verification",
  signatures: [pairs("tiktok-signature", { key: "s" })],
  delivery: {
    ttlSeconds: 345_600,
    retries: "Tries again for up to 72 hours after any answer that is not 200.",
    on4xx: "repeats",
    acknowledge: 200,
  },
  secretFrom: "developers.tiktok.com, the app, Client secret.",
};

export const page: VendorPage = {
  notes: [
    "`content` is a text with JSON in it.",
    "TikTok Shop is another product and signs in another way.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "video.publish.completed",
    body: ({ seconds }) => ({
      client_key: "aw1",
      event: "video.publish.completed",
      create_time: seconds,
      user_openid: "act.1",
      content: '{"share_id":"video.1"}',
    }),
  },
];
