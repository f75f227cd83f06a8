// LaunchDarkly.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "launchdarkly",
  name: "LaunchDarkly",
  docs: "https://launchdarkly.com/docs/home/infrastructure/webhooks",
  signatures: [bodyHmac("x-ld-signature")],
  secretFrom: "Integrations, Webhooks, the webhook, Secret.",
};

export const page: VendorPage = {
  notes: ["Without a secret at LaunchDarkly nothing is signed, and every request is refused."],
};

export const samples: readonly Sample[] = [
  {
    event: "flag",
    body: ({ id, now }) => ({
      _id: id,
      date: now,
      kind: "flag",
      name: "New checkout",
      accesses: [{ action: "updateOn", resource: "proj/default:env/production:flag/new-checkout" }],
      titleVerb: "turned on the flag",
      title: "Ann turned on the flag New checkout in Production",
      member: { email: "ann@example.com", firstName: "Ann" },
    }),
  },
];
