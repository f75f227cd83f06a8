// Hugging Face.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "hugging-face",
  name: "Hugging Face",
  aliases: ["huggingface"],
  docs: "https://huggingface.co/docs/hub/webhooks",
  secretFrom: "The secret that you set on the webhook.",
  token: { header: "x-webhook-secret" },
};

const COMMIT = "6dcb09b5b57875f334f61aebed695e2e4193db5e";

export const samples: readonly Sample[] = [
  {
    event: "repo.content",
    body: () => ({
      event: { action: "update", scope: "repo.content" },
      repo: { type: "model", name: "acme/tiny", id: "66a1", private: false, headSha: COMMIT },
      webhook: { id: "66b2", version: 3 },
    }),
  },
];
