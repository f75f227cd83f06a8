// Google Calendar and Drive notifications.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "google-calendar",
  name: "Google Calendar and Drive notifications",
  aliases: ["google-drive"],
  token: { header: "x-goog-channel-token" },
};

export const samples: readonly Sample[] = [
  {
    event: "exists",
    type: "empty",
    headers: {
      "x-goog-channel-id": "channel-1",
      "x-goog-message-number": "10",
      "x-goog-resource-id": "o3hgv1538sdjfh",
      "x-goog-resource-state": "exists",
      "x-goog-resource-uri": "https://www.googleapis.com/calendar/v3/calendars/primary/events",
    },
    body: () => ({}),
  },
];
