import { expect, test } from "vitest";
import { compileHooks } from "../engine.ts";

const hooks = compileHooks({
  hooks: {
    mappings: [
      { match: { path: "ci" }, messageTemplate: "{{path}}" },
      { match: { path: "only", source: "s" }, messageTemplate: "x" },
    ],
  },
});

test("resolveEvent() says unmatched for a name that no mapping asks for, whatever the body", async () => {
  expect(await hooks.resolve({ path: "other", payload: 7 })).toEqual({ outcome: "unmatched" });
});

test("resolveEvent() says unmatched where only the name fits, and why", async () => {
  expect(await hooks.resolve({ path: "only", payload: {} })).toEqual({
    outcome: "unmatched",
    detail:
      'The nearest mapping is "mapping-2": its match.source wants "s", and the event has none.',
  });
});

test("resolveEvent() ignores outer slashes of the name", async () => {
  const resolution = await hooks.resolve({ path: "//ci/", payload: {} });
  expect(resolution).toMatchObject({ action: { message: "ci" } });
});

test("resolveEvent() refuses a body that is neither object nor list", async () => {
  for (const payload of [null, 7, "text", false]) {
    expect(await hooks.resolve({ path: "ci", payload })).toMatchObject({
      outcome: "refused",
      refusal: { code: "invalid_payload", status: 400 },
    });
  }
});

test("resolveEvent() takes an event without a body for an empty object", async () => {
  expect(await hooks.resolve({ path: "ci", payload: undefined })).toMatchObject({
    outcome: "action",
  });
});

test("resolveEvent() leaves wake and agent to requests, even where a mapping takes every name", async () => {
  const all = compileHooks({ hooks: { mappings: [{ messageTemplate: "mapped" }] } });
  const wake = await all.resolve({ path: "wake", payload: { text: "x" } });
  const agent = await all.resolve({ path: "/agent", payload: { message: "x" } });
  expect([wake, agent]).toMatchObject([
    { action: { kind: "wake", parts: [{ source: "webhook /wake" }] } },
    { action: { kind: "agent", parts: [{ source: "webhook /agent" }] } },
  ]);
  expect([wake, agent].map((resolution) => "mappingId" in resolution)).toEqual([false, false]);
});
