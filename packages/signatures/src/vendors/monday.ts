// monday.com.
import { secretToken } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "monday",
  name: "monday.com",
  docs: "https://developer.monday.com/api-reference/reference/webhooks",
  delivery: { retries: "Tries once a minute for 30 minutes.", on4xx: "repeats" },
  token: { query: "key" },
  jwt: secretToken(""),
  handshake: "monday",
  secretFrom:
    "The signing secret of the app; or a token: choose one, and add `?key=…` to the URL of the webhook.",
};

export const page: VendorPage = {
  notes: ["With `secret`, the JWT of app webhooks is checked; with `token`, it is ignored."],
};

export const samples: readonly Sample[] = [
  {
    event: "create_pulse",
    body: ({ id, iso }) => ({
      event: {
        userId: 1,
        boardId: 2,
        pulseId: 3,
        pulseName: "Correct the map",
        groupId: "topics",
        type: "create_pulse",
        triggerTime: iso,
        subscriptionId: 4,
        triggerUuid: id,
      },
    }),
    claims: ({ seconds }) => ({ accountId: 1, userId: 1, exp: seconds + 300 }),
  },
];
