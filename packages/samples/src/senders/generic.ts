// Samples for vendors whose own shape is not here: the body that Standard Webhooks recommends, and a plain one.
import type { Sample, Samples } from "./sample.ts";

const STANDARD: readonly Sample[] = [
  {
    event: "sample.created",
    isGeneric: true,
    body: ({ id, iso }) => ({
      type: "sample.created",
      timestamp: iso,
      data: { id: `smp_${id}`, name: "Sample", status: "active" },
    }),
  },
];

const PLAIN: readonly Sample[] = [
  {
    event: "sample.created",
    isGeneric: true,
    body: ({ id, iso }) => ({
      id,
      event: "sample.created",
      created_at: iso,
      data: { name: "Sample", status: "active" },
    }),
  },
];

const SHARES_STANDARD = [
  "standard-webhooks",
  "svix",
  "render",
  "brex",
  "stytch",
  "incident-io",
  "loops",
  "lithic",
  "shipbob",
  "increase",
  "etsy",
  "vanta",
  "recall-ai",
  "gemini",
];

const SHARES_PLAIN = [
  "shippo",
  "orb",
  "modern-treasury",
  "authorize-net",
  "checkout-com",
  "doppler",
  "ashby",
  "hookdeck",
  "statsig",
  "knock",
  "front",
  "linkedin",
];

export const GENERIC_SAMPLES: Samples = Object.fromEntries([
  ...SHARES_STANDARD.map((id) => [id, STANDARD] as const),
  ...SHARES_PLAIN.map((id) => [id, PLAIN] as const),
]);
