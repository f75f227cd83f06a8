// QuickBooks Online.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "quickbooks",
  name: "QuickBooks Online",
  aliases: ["intuit"],
  docs: "https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks",
  signatures: [bodyHmac("intuit-signature", { encoding: "base64" })],
  secretFrom: "developer.intuit.com, the app, Webhooks, Verifier token.",
};

export const page: VendorPage = {
  notes: [
    "An event names the records that changed, by company (`realmId`); their contents are to be fetched.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "Invoice.Create",
    body: ({ iso }) => ({
      eventNotifications: [
        {
          realmId: "1185883450",
          dataChangeEvent: {
            entities: [{ name: "Invoice", id: "145", operation: "Create", lastUpdated: iso }],
          },
        },
      ],
    }),
  },
];
