// Discord.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "discord",
  name: "Discord",
  docs: "https://docs.discord.com/developers/events/webhook-events",
  signatures: [
    {
      scheme: "publicKey",
      algorithm: "ed25519",
      key: "raw-hex",
      signature: { header: "x-signature-ed25519" },
      encoding: "hex",
      signed: "{timestamp}{body}",
      timestamp: { header: "x-signature-timestamp", unit: "s", toleranceSeconds: 300 },
    },
  ],
  handshake: "discord",
  delivery: {
    ttlSeconds: 900,
    retries:
      "Waits 3 s; tries for 10 minutes. It sends wrong signatures on purpose, and removes a hook that does not answer them with 401.",
    on4xx: "repeats",
  },
  secretFrom: "Developer Portal, the application, General Information, Public Key.",
};

export const samples: readonly Sample[] = [
  {
    event: "APPLICATION_AUTHORIZED",
    body: ({ iso }) => ({
      version: 1,
      application_id: "1234560123453231555",
      type: 1,
      event: {
        type: "APPLICATION_AUTHORIZED",
        timestamp: iso,
        data: {
          integration_type: 1,
          scopes: ["applications.commands"],
          user: { id: "937847521", username: "ben", discriminator: "0" },
        },
      },
    }),
  },
];
