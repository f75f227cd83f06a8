import { expect, test } from "vitest";
import type { MatchInput } from "../config/config.ts";
import { compileHooks } from "../engine.ts";

function reachabilityOf(...matches: readonly MatchInput[]) {
  const mappings = matches.map((match, index) => ({
    id: `m${index}`,
    match,
    messageTemplate: "text",
  }));
  return compileHooks({ hooks: { mappings } }).reachability();
}

test("reportReachability() says for each mapping which earlier ones take its events", () => {
  const isBig = { ">": [{ var: "payload.size" }, 5] };
  const reports = reachabilityOf(
    { path: "ci", source: "x" },
    { path: "ci" },
    { path: "ci", headers: { "x-event": "push" } },
    { path: "cd", when: isBig },
    { path: "cd", when: { and: [isBig, { "!": { var: "payload.draft" } }] } },
    { path: "cd", when: { "<": [{ var: "payload.size" }, 3] } },
  );
  expect(reports).toEqual([
    { mappingId: "m0", verdict: "reachable", overlaps: [] },
    { mappingId: "m1", verdict: "reachable", overlaps: ["m0"] },
    { mappingId: "m2", verdict: "shadowed", shadowedBy: "m1", overlaps: ["m0", "m1"] },
    { mappingId: "m3", verdict: "unknown", overlaps: [] },
    { mappingId: "m4", verdict: "shadowed", shadowedBy: "m3", overlaps: ["m3"] },
    { mappingId: "m5", verdict: "unknown", overlaps: ["m3", "m4"] },
  ]);
});

test("reportReachability() counts what a built-in route takes", () => {
  expect(reachabilityOf({ path: "wake" }, { path: "agent" }, {})).toEqual([
    { mappingId: "m0", verdict: "shadowed", overlaps: [] },
    { mappingId: "m1", verdict: "shadowed", overlaps: [] },
    { mappingId: "m2", verdict: "reachable", overlaps: [] },
  ]);
});
