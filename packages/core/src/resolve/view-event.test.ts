import { expect, test } from "vitest";
import { compileHooks } from "../engine.ts";

const TOKEN = "token-of-a-route-of-24-characters";

function compile(place: object) {
  return compileHooks({
    hooks: {
      enabled: true,
      token: "hook-token-of-more-than-24-characters",
      mappings: [
        {
          match: { path: "ci" },
          auth: { token: TOKEN, ...place },
          messageTemplate: "{{payload}} {{headers}} {{query}} {{event.url}}",
        },
      ],
    },
  });
}

test.each([
  ["a header", { header: "x-ci-token" }, { headers: { "X-CI-Token": TOKEN, "X-Other": "other" } }],
  ["the query", { query: "key" }, { query: { key: TOKEN, x: "other" } }],
  [
    "the target",
    { query: "key" },
    { url: `/hooks/ci?x=other&key=${TOKEN}`, query: { x: "other" } },
  ],
  ["the payload", { json: "passcode" }, { payload: { passcode: TOKEN, x: "other" } }],
])("trap 19 explain() and resolve() do not see a token in %s", async (_where, place, parts) => {
  const hooks = compile(place);
  const event = { path: "/ci/", payload: {}, ...parts };
  for (const shown of [await hooks.explain(event), await hooks.resolve(event)]) {
    expect(JSON.stringify(shown)).not.toContain(TOKEN);
  }
  expect(JSON.stringify(await hooks.resolve(event))).toContain("other");
});
