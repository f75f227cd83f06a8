// Aircall.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = { id: "aircall", name: "Aircall", token: { body: "token" } };

export const samples: readonly Sample[] = [
  {
    event: "call.created",
    body: ({ seconds }) => ({
      resource: "call",
      event: "call.created",
      timestamp: seconds,
      data: { id: 812, direction: "inbound", status: "initial", raw_digits: "+1 555 000 2222" },
    }),
  },
];
