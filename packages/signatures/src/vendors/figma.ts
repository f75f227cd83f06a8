// Figma.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "figma",
  name: "Figma",
  docs: "https://developers.figma.com/docs/rest-api/webhooks-security",
  token: { body: "passcode" },
  delivery: { retries: "An answer of 400 stops the webhook at once.", on4xx: "disables" },
  secretFrom: "The `passcode` that you set when you created the webhook.",
};

export const samples: readonly Sample[] = [
  {
    event: "FILE_UPDATE",
    body: ({ iso }) => ({
      event_type: "FILE_UPDATE",
      file_key: "zH10MPeGGFcZ9BHiJIGBlk",
      file_name: "Site",
      timestamp: iso,
      webhook_id: "22",
    }),
  },
];
