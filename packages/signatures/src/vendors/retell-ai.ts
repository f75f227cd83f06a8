// Retell AI.
import { timedHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "retell-ai",
  name: "Retell AI",
  aliases: ["retell"],
  docs: "https://docs.retellai.com/features/secure-webhook",
  signatures: [
    timedHmac({
      signature: { header: "x-retell-signature", pairs: { separator: ",", key: "d" } },
      signed: "{body}{timestamp}",
      timestamp: { pair: "v", unit: "ms" },
    }),
  ],
  delivery: {
    retries: "Waits 10 s, and tries up to three times after any answer that is not 2xx.",
    on4xx: "repeats",
  },
  secretFrom: "Settings, API keys: the key with the webhook badge.",
};

export const samples: readonly Sample[] = [
  {
    event: "call_ended",
    body: ({ id, now }) => ({
      event: "call_ended",
      call: {
        call_type: "phone_call",
        call_id: id,
        agent_id: "agent_1",
        call_status: "ended",
        from_number: "+15550100",
        to_number: "+15550101",
        direction: "inbound",
        start_timestamp: now - 60_000,
        end_timestamp: now,
        disconnection_reason: "user_hangup",
        transcript: "Agent: Hello.\nUser: When do you open?",
      },
    }),
  },
];
