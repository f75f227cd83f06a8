// Vonage.
import { secretToken } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "vonage",
  name: "Vonage",
  docs: "https://developer.vonage.com/en/getting-started/concepts/webhooks",
  jwt: secretToken("Bearer ", {
    issuers: ["Vonage"],
    binds: { claim: "payload_hash", of: "body", isOptional: true },
  }),
  secretFrom: "API settings, Signature secret of the account.",
};

export const samples: readonly Sample[] = [
  {
    event: "inbound-message",
    body: ({ id, iso }) => ({
      to: "447700900000",
      from: "447700900001",
      channel: "sms",
      message_uuid: id,
      timestamp: iso,
      message_type: "text",
      text: "Are you open on Monday?",
      sms: { num_messages: "1" },
    }),
    claims: ({ id }) => ({
      jti: id,
      api_key: "abcd1234",
      application_id: "00000000-0000-4000-8000-000000000001",
    }),
  },
];
