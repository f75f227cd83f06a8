import { expect, test } from "vitest";
import { compile, mapping, NAME } from "../../test/auth/configs.ts";
import { SECRET } from "../../test/auth/requests.ts";
import type { HookEvent } from "../base/event.ts";

const GITHUB = { provider: "github", secret: SECRET };
const hooks = compile([
  mapping(GITHUB),
  mapping({ ...GITHUB, orToken: true }, "both"),
  { id: "all", match: { source: "s" }, messageTemplate: "x" },
]);

const resolve = async (event: Partial<HookEvent>) =>
  await hooks.resolve({ path: NAME, payload: {}, ...event });

test("resolveEvent() resolves an event by the mapping whose auth has proven it", async () => {
  expect(await resolve({ proof: "auth:x" })).toMatchObject({ mappingId: "mapping-1" });
  expect(await resolve({ proof: undefined })).toMatchObject({ mappingId: "mapping-1" });
  expect(await resolve({ path: "both", proof: "token" })).toMatchObject({ mappingId: "mapping-2" });
  expect(await resolve({ path: "both", proof: "auth:both" })).toMatchObject({
    mappingId: "mapping-2",
  });
});

test("trap 18 resolveEvent() gives a signed event to no mapping of another proof", async () => {
  const payload = { source: "s" };
  for (const event of [
    { path: "other", proof: "auth:x", payload },
    { path: "both", proof: "auth:x", payload },
  ]) {
    expect(await resolve(event)).toMatchObject({ outcome: "unmatched" });
  }
});

test("trap 38 resolveEvent() gives an event of the hook token to no signed mapping", async () => {
  expect(await resolve({ proof: "token" })).toEqual({
    outcome: "unmatched",
    detail: 'The nearest mapping is "all": its match.source wants "s", and the event has none.',
  });
  const alone = compile([mapping(GITHUB)]);
  expect(await alone.resolve({ path: NAME, payload: {}, proof: "token" })).toEqual({
    outcome: "unmatched",
    detail: "No mapping of this name takes events that are authenticated in this way.",
  });
});

test("trap 18 resolveEvent() opens the built-in routes to no signature", async () => {
  for (const [path, payload] of [
    ["wake", { text: "x" }],
    ["agent", { message: "x" }],
  ] as const) {
    expect(await resolve({ path, payload, proof: "auth:x" })).toEqual({ outcome: "unmatched" });
    expect(await resolve({ path, payload, proof: "token" })).toMatchObject({ outcome: "action" });
    expect(await resolve({ path, payload })).toMatchObject({ outcome: "action" });
  }
});

test("reportMatches() says that a mapping asks for another proof", async () => {
  const { matches } = await hooks.explain({ path: NAME, payload: {}, proof: "token" });
  expect(matches[0]).toEqual({
    mappingId: "mapping-1",
    result: "not matched",
    clause: "auth",
    wouldMatchIf: "the request were authenticated as this mapping asks",
  });
});
