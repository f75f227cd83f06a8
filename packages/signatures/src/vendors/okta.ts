// Okta.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "okta",
  name: "Okta",
  docs: "https://developer.okta.com/docs/concepts/event-hooks/",
  token: { header: "authorization" },
  handshake: "okta",
  secretFrom: "The authentication secret of the event hook.",
};

export const samples: readonly Sample[] = [
  {
    event: "user.lifecycle.create",
    body: ({ id, iso }) => ({
      eventId: id,
      eventTime: iso,
      eventType: "com.okta.event_hook",
      eventTypeVersion: "1.0",
      cloudEventsVersion: "0.1",
      contentType: "application/json",
      source: "https://acme.okta.com/api/v1/eventHooks/who1",
      data: {
        events: [
          {
            uuid: id,
            published: iso,
            eventType: "user.lifecycle.create",
            displayMessage: "Create okta user",
            severity: "INFO",
            actor: { id: "00u1", type: "User", displayName: "Ann" },
            target: [{ id: "00u2", type: "User", displayName: "Ben" }],
          },
        ],
      },
    }),
  },
];
