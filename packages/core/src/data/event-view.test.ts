import { expect, test } from "vitest";
import { compileHooks } from "../engine.ts";
import type { MappingInput } from "../model/config.ts";
import type { TransformContext } from "../model/transform.ts";

const mapping: MappingInput = {
  match: { path: "ci" },
  messageTemplate: "{{headers.x-event}}|{{query.q}}|{{now}}",
  allowUnsafeExternalContent: true,
};
const clock = () => 1_767_323_045_678;

test("EventView finds headers in any case", async () => {
  const hooks = compileHooks({ hooks: { mappings: [mapping] } }, { clock });
  const headers = { "X-Event": "push", "x-other": undefined };
  expect(await hooks.resolve({ path: "ci", payload: {}, headers })).toMatchObject({
    action: { message: "push||2026-01-02T03:04:05.678Z" },
  });
});

test("EventView goes by the time of receipt before the clock", async () => {
  const hooks = compileHooks({ hooks: { mappings: [mapping] } }, { clock });
  const event = { path: "ci", payload: {}, query: { q: "1" }, receivedAt: 0 };
  expect(await hooks.resolve(event)).toMatchObject({
    action: { message: "|1|1970-01-01T00:00:00.000Z" },
  });
});

test("EventView gives transforms the name where the event has no URL", async () => {
  const contexts: TransformContext[] = [];
  const hooks = compileHooks(
    { hooks: { mappings: [{ ...mapping, transform: { module: "keep.js" } }] } },
    {
      clock,
      transforms: {
        "keep.js": (context: TransformContext) => {
          contexts.push(context);
        },
      },
    },
  );
  const payload = { a: 1 };
  await hooks.resolve({ path: "/ci", payload });
  await hooks.resolve({ path: "ci", payload, url: "/hooks/ci?q=1" });
  expect(contexts.map(({ url }) => url)).toEqual(["ci", "/hooks/ci?q=1"]);
  expect(contexts[0]).toEqual({
    payload,
    body: payload,
    headers: {},
    query: {},
    path: "ci",
    url: "ci",
    now: "2026-01-02T03:04:05.678Z",
  });
});
