// WorkOS.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "workos",
  name: "WorkOS",
  docs: "https://workos.com/docs/events/data-syncing/webhooks",
  signatures: [
    pairs("workos-signature", { timestamp: { pair: "t", unit: "ms", toleranceSeconds: 180 } }),
  ],
  delivery: { id: { json: "id" }, idSigned: true },
  secretFrom: "Dashboard, Developer, Webhooks, the endpoint, Signing secret.",
};

export const page: VendorPage = { notes: ["The header may have a space after the comma."] };

export const samples: readonly Sample[] = [
  {
    event: "user.created",
    body: ({ id, iso }) => ({
      id: `event_${id}`,
      event: "user.created",
      created_at: iso,
      data: { object: "user", id: "user_1", email: "ben@example.com", first_name: "Ben" },
    }),
  },
];
