// Persona.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "persona",
  name: "Persona",
  docs: "https://docs.withpersona.com/webhooks-best-practices",
  secretFrom: "Dashboard, Webhooks, the webhook, Webhook secret.",
  signatures: [
    pairs("persona-signature", {
      signature: {
        header: "persona-signature",
        pairs: { separator: ",", groups: " ", key: "v1" },
      },
    }),
  ],
  delivery: { id: { json: "data.id" }, idSigned: true },
};

export const samples: readonly Sample[] = [
  {
    event: "inquiry.completed",
    body: ({ id, iso }) => ({
      data: {
        type: "event",
        id,
        attributes: {
          name: "inquiry.completed",
          "created-at": iso,
          payload: {
            data: {
              type: "inquiry",
              id: "inq_1",
              attributes: { status: "completed", "reference-id": "customer-1" },
            },
          },
        },
      },
    }),
  },
];
