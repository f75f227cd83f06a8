// Supabase database webhooks.
import type { Provider, Sample } from "./shared/vendor.ts";

export const provider: Provider = {
  id: "supabase-database",
  name: "Supabase database webhooks",
  token: { header: "authorization", prefix: "Bearer " },
};

export const samples: readonly Sample[] = [
  {
    event: "INSERT",
    body: ({ iso }) => ({
      type: "INSERT",
      table: "orders",
      schema: "public",
      record: { id: 1, total: 25, created_at: iso },
      old_record: null,
    }),
  },
];
