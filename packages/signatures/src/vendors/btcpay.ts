// BTCPay Server.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "btcpay",
  name: "BTCPay Server",
  aliases: ["btcpayserver"],
  docs: "https://docs.btcpayserver.org/API/Greenfield/v1/#tag/Webhooks",
  signatures: [bodyHmac("btcpay-sig", { prefix: "sha256=" })],
  delivery: { id: { json: "originalDeliveryId" }, idSigned: true },
  secretFrom: "Store settings, Webhooks, the webhook, Secret.",
};

export const samples: readonly Sample[] = [
  {
    event: "InvoiceSettled",
    body: ({ id, seconds }) => ({
      deliveryId: id,
      webhookId: "1",
      originalDeliveryId: id,
      isRedelivery: false,
      type: "InvoiceSettled",
      timestamp: seconds,
      storeId: "2",
      invoiceId: "3",
      manuallyMarked: false,
    }),
  },
];
