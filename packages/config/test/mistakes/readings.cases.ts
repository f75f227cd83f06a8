// Mistakes in what a mapping reads, and in what it is recognized by.
import type { MistakeCase } from "./mistake-case.ts";

export const CASES = [
  {
    name: "a repeated base path",
    config: {
      hooks: { mappings: [{ match: { path: "/hooks/shop" }, messageTemplate: "Order {{no}}" }] },
    },
    code: "match_repeats_base_path",
    says: ["hooks.mappings[0].match.path", 'Write "shop".'],
    followed: {
      hooks: { mappings: [{ match: { path: "shop" }, messageTemplate: "Order {{no}}" }] },
    },
    event: { path: "shop", payload: { no: "7" } },
    action: { outcome: "action", kind: "agent" },
  },
] satisfies readonly MistakeCase[];
