// Cal.com.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "cal-com",
  name: "Cal.com",
  aliases: ["calcom", "cal"],
  docs: "https://cal.com/docs/developing/guides/automation/webhooks",
  signatures: [bodyHmac("x-cal-signature-256")],
  secretFrom: "The secret that you set on the webhook; without one nothing is signed.",
};

export const page: VendorPage = {
  notes: ["Without a secret at Cal.com nothing is signed, and every request is refused."],
};

export const samples: readonly Sample[] = [
  {
    event: "BOOKING_CREATED",
    body: ({ id, iso, now }) => ({
      triggerEvent: "BOOKING_CREATED",
      createdAt: iso,
      payload: {
        uid: id,
        type: "30min",
        title: "30 minutes between Ann and Ben",
        startTime: new Date(now + 86_400_000).toISOString(),
        endTime: new Date(now + 88_200_000).toISOString(),
        organizer: { name: "Ann", email: "ann@example.com", timeZone: "Europe/Berlin" },
        attendees: [{ name: "Ben", email: "ben@example.com", timeZone: "Europe/Berlin" }],
      },
    }),
  },
];
