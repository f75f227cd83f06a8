// Typeform.
import { bodyHmac } from "./shared/families.ts";
import type { Provider, Sample, VendorPage } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "typeform",
  name: "Typeform",
  deliveryMark: { json: "event_type", is: "form_response" },
  docs: "https://www.typeform.com/developers/webhooks/secure-your-webhooks",
  signatures: [bodyHmac("typeform-signature", { encoding: "base64", prefix: "sha256=" })],
  delivery: {
    id: { json: "event_id" },
    idSigned: true,
    retries:
      "404 and 410 disable the hook at once; 408, 423, 429 and 503 are tried again for 10 hours.",
    on4xx: "disables",
  },
  secretFrom: "The text that you type in as the secret of the webhook.",
};

export const page: VendorPage = {
  notes: ["Without a secret at Typeform nothing is signed, and every request is refused."],
};

export const samples: readonly Sample[] = [
  {
    event: "form_response",
    body: ({ id, iso }) => ({
      event_id: id,
      event_type: "form_response",
      form_response: {
        form_id: "lT4Z3j",
        token: "a3a12ec67a1365927098a606107fac15",
        submitted_at: iso,
        definition: {
          id: "lT4Z3j",
          title: "Contact",
          fields: [{ id: "f1", title: "What is it about?", type: "short_text", ref: "about" }],
        },
        answers: [
          {
            type: "text",
            text: "The garden",
            field: { id: "f1", type: "short_text", ref: "about" },
          },
        ],
      },
    }),
  },
];
