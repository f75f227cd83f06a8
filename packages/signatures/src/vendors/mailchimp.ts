// Mailchimp (audience webhooks).
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "mailchimp",
  name: "Mailchimp (audience webhooks)",
  docs: "https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/",
  token: { query: "key" },
  // A GET to the URL with its key must be a 200.
  handshake: "probe",
  body: ["form"],
  nestsForms: true,
  secretFrom: "Choose one, and add `?key=…` to the URL of the webhook.",
};

export const page: VendorPage = {
  notes: [
    "Before it saves the URL, Mailchimp sends a GET, which gets 200 with the right key.",
    "Its forms have fields such as `data[email]`, which are read as `{{data.email}}`.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "subscribe",
    type: "form",
    body: ({ iso }) => ({
      type: "subscribe",
      fired_at: iso.slice(0, 19).replace("T", " "),
      "data[id]": "8a25ff1d98",
      "data[list_id]": "a6b5da1054",
      "data[email]": "ben@example.com",
      "data[merges][FNAME]": "Ada",
    }),
  },
];
