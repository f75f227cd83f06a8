// ElevenLabs.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "elevenlabs",
  name: "ElevenLabs",
  docs: "https://elevenlabs.io/docs/overview/administration/webhooks",
  signatures: [
    pairs("elevenlabs-signature", {
      key: "v0",
      timestamp: { pair: "t", unit: "s", toleranceSeconds: 1800 },
    }),
  ],
};

export const page: VendorPage = {
  notes: ["The version of its signatures is `v0`, which other vendors use for tests."],
};

export const samples: readonly Sample[] = [
  {
    event: "post_call_transcription",
    body: ({ seconds }) => ({
      type: "post_call_transcription",
      event_timestamp: seconds,
      data: {
        agent_id: "agent1",
        conversation_id: "conv1",
        status: "done",
        transcript: [{ role: "user", message: "Are you open on Monday?" }],
      },
    }),
  },
];
