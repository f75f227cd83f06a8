// Mailgun.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "mailgun",
  name: "Mailgun",
  docs: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
  message: "mailgun",
  // Events are JSON; routes post forms, and those of mails with attachments have files.
  body: ["json", "form", "multipart"],
  delivery: {
    id: { json: "signature.token" },
    idSigned: true,
    bodyBound: false,
    acknowledge: 200,
    retries:
      "200 ends a delivery, and so does 406; after any other answer it tries again for 8 hours: after 5, 10 and 15 minutes, and 1, 2 and 4 hours.",
    on4xx: "repeats",
  },
  secretFrom: "API security, HTTP webhook signing key.",
};

export const page: VendorPage = {
  notes: [
    "Routes post the signature in fields of a form, with files if a mail has attachments; it is read there, too.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "delivered",
    body: ({ id, seconds }) => ({
      "event-data": {
        id,
        event: "delivered",
        timestamp: seconds,
        "log-level": "info",
        recipient: "ben@example.com",
        "recipient-domain": "example.com",
        tags: ["orders"],
        "user-variables": {},
        "delivery-status": { code: 250, message: "OK", "attempt-no": 1 },
        message: {
          headers: {
            to: "Ben <ben@example.com>",
            from: "Shop <shop@example.com>",
            subject: "Your order is on its way",
            "message-id": "20260131120000.1.sample@example.com",
          },
          attachments: [],
          size: 111,
        },
      },
    }),
  },
];
