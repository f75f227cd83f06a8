// Mux.
import { pairs } from "./shared/families.ts";
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = { id: "mux", name: "Mux", signatures: [pairs("mux-signature")] };

export const samples: readonly Sample[] = [
  {
    event: "video.asset.ready",
    body: ({ id, iso }) => ({
      type: "video.asset.ready",
      id,
      created_at: iso,
      object: { type: "asset", id: "asset1" },
      environment: { name: "Production", id: "env1" },
      data: { id: "asset1", status: "ready", duration: 23.8, playback_ids: [] },
    }),
  },
];
