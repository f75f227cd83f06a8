// Adyen.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "adyen",
  name: "Adyen",
  docs: "https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures",
  message: "adyen",
  delivery: {
    bodyBound: false,
    retries: "Tries again for 7 days. Wants `[accepted]` in the body of the answer.",
    on4xx: "repeats",
  },
  secretFrom: "Developers, Webhooks, the webhook, HMAC key: hexadecimal digits.",
};

export const page: VendorPage = { respond: '{ text: "[accepted]" }' };

export const samples: readonly Sample[] = [
  {
    event: "AUTHORISATION",
    body: ({ id, iso }) => ({
      live: "false",
      notificationItems: [
        {
          NotificationRequestItem: {
            additionalData: {},
            amount: { currency: "EUR", value: 2500 },
            eventCode: "AUTHORISATION",
            eventDate: iso,
            merchantAccountCode: "AcmeShop",
            merchantReference: "order-1001",
            operations: ["CANCEL", "CAPTURE", "REFUND"],
            paymentMethod: "visa",
            pspReference: id,
            reason: "000001:1234:03/2030",
            success: "true",
          },
        },
      ],
    }),
  },
];
