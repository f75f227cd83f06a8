// Tally.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "tally",
  name: "Tally",
  docs: "https://tally.so/help/webhooks",
  delivery: {
    retries: "Waits 10 s; tries after 5 and 30 minutes, 1 and 6 hours, and a day.",
    on4xx: "repeats",
  },
  secretFrom:
    "The signing secret that you set in the form's Integrations; without one nothing is signed.",
  signatures: [bodyHmac("tally-signature", { encoding: "base64" })],
};

export const page: VendorPage = {
  notes: ["Without a signing secret nothing is signed, and every request is refused."],
};

export const samples: readonly Sample[] = [
  {
    event: "FORM_RESPONSE",
    body: ({ id, iso }) => ({
      eventId: id,
      eventType: "FORM_RESPONSE",
      createdAt: iso,
      data: {
        responseId: "2wgx4n",
        formId: "VwbNEw",
        formName: "Contact",
        fields: [
          { key: "q1", label: "What is it about?", type: "INPUT_TEXT", value: "The garden" },
        ],
      },
    }),
  },
];
