// Cloudflare notifications.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "cloudflare",
  name: "Cloudflare notifications",
  token: { header: "cf-webhook-auth" },
};

export const samples: readonly Sample[] = [
  {
    event: "health_check_status_notification",
    body: ({ seconds }) => ({
      name: "Health of the shop",
      text: "The origin of shop.example.com is unhealthy.",
      data: { status: "Unhealthy", name: "shop.example.com" },
      ts: seconds,
      account_id: "0123456789abcdef0123456789abcdef",
      policy_name: "Health",
      alert_type: "health_check_status_notification",
    }),
  },
];
