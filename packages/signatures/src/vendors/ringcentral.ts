// RingCentral.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "ringcentral",
  name: "RingCentral",
  docs: "https://developers.ringcentral.com/guide/notifications/webhooks/receiving",
  secretFrom: "The `verificationToken` of the subscription.",
  token: { header: "verification-token" },
  handshake: "ringcentral",
};

export const samples: readonly Sample[] = [
  {
    event: "message-store/instant",
    body: ({ id, iso }) => ({
      uuid: id,
      event: "/restapi/v1.0/account/1/extension/2/message-store/instant?type=SMS",
      timestamp: iso,
      subscriptionId: "3",
      ownerId: "2",
      body: { id: "4", from: { phoneNumber: "+15550002222" }, subject: "Open on Monday?" },
    }),
  },
];
