// CircleCI.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "circleci",
  name: "CircleCI",
  docs: "https://circleci.com/docs/guides/integration/outbound-webhooks",
  signatures: [bodyHmac("circleci-signature", { list: true, prefix: "v1=" })],
};

export const samples: readonly Sample[] = [
  {
    event: "workflow-completed",
    body: ({ id, iso }) => ({
      id,
      type: "workflow-completed",
      happened_at: iso,
      webhook: { id: "cf8c4fdd-0587-4da1-b4ca-4846e9640af9", name: "hooks" },
      workflow: { id: "fda08377-fe7e-46b1-8992-3a7aaecac9c3", name: "build", status: "failed" },
      pipeline: { id: "1285fe1d-d3a6-44fc-8886-8979558254c4", number: 130 },
      project: { id: "84996744-a854-4f5e-aea3-04e2851dc1d2", name: "site", slug: "gh/acme/site" },
      organization: { id: "f22b6566-597d-46d5-ba74-99ef5bb3d85c", name: "acme" },
    }),
  },
];
