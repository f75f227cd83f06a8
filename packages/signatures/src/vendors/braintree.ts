// Braintree.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "braintree",
  name: "Braintree",
  docs: "https://developer.paypal.com/braintree/docs/guides/webhooks/parse/node",
  signatures: [
    {
      scheme: "hmac",
      algorithm: "sha1",
      key: "sha1",
      signature: {
        header: [],
        form: "bt_signature",
        pairs: { separator: "&", equals: "|", key: "*" },
      },
      encoding: "hex",
      signed: "{form:bt_payload}",
    },
  ],
  handshake: "braintree",
  body: ["form"],
  delivery: {
    retries: "Waits 30 s, and tries again for 24 hours in production, for 3 in the sandbox.",
    on4xx: "repeats",
  },
  secretFrom: "Settings, API, API Keys: the private key.",
};

export const page: VendorPage = {
  notes: [
    "`verifyToken` is the public key beside the private one: the answer to the check of the URL names it.",
    "The event is XML in base64, `{{bt_payload}}`, which templates cannot look into: let the agent fetch what has changed, or decode the field in a transform.",
  ],
};

/** `<notification>` with a `<kind>` and a `<subject>`, as Braintree's libraries write it. */
const NOTIFICATION =
  "PG5vdGlmaWNhdGlvbj48a2luZD5zdWJzY3JpcHRpb25fY2hhcmdlZF9zdWNjZXNzZnVsbHk8L2tpbmQ+PHN1YmplY3Q+PHN1YnNjcmlwdGlvbj48aWQ+c3ViXzE8L2lkPjwvc3Vic2NyaXB0aW9uPjwvc3ViamVjdD48L25vdGlmaWNhdGlvbj4=\n";

export const samples: readonly Sample[] = [
  {
    event: "subscription_charged_successfully",
    type: "form",
    body: () => ({ bt_payload: NOTIFICATION }),
  },
];
