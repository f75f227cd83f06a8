// fal.ai.
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "fal",
  name: "fal.ai",
  aliases: ["fal-ai", "falai"],
  docs: "https://fal.ai/docs/model-apis/webhooks",
  signatures: [
    {
      scheme: "publicKey",
      algorithm: "ed25519",
      key: "raw-base64",
      signature: { header: "x-fal-webhook-signature" },
      encoding: "hex",
      signed:
        "{header:x-fal-webhook-request-id}\n{header:x-fal-webhook-user-id}\n{timestamp}\n{body:sha256}",
      timestamp: { header: "x-fal-webhook-timestamp", unit: "s", toleranceSeconds: 300 },
    },
  ],
  delivery: { id: { json: "request_id" }, idSigned: true },
  secretFrom: "`x` of each key at https://rest.alpha.fal.ai/.well-known/jwks.json, as a list.",
};

export const page: VendorPage = {
  notes: [
    "The keys are not fetched: when fal.ai changes them, requests are refused until the config has the new ones.",
  ],
};

export const samples: readonly Sample[] = [
  {
    event: "OK",
    headers: {
      "x-fal-webhook-request-id": "123e4567-e89b-12d3-a456-426614174000",
      "x-fal-webhook-user-id": "user_1",
    },
    body: ({ id }) => ({
      request_id: id,
      gateway_request_id: id,
      status: "OK",
      payload: { images: [{ url: "https://files.example.com/1.jpg", width: 1024, height: 768 }] },
    }),
  },
];
