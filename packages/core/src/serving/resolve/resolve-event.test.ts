import { expect, test } from "vitest";
import { compile, mapping, NAME } from "../../../test/auth/configs.ts";
import { SECRET } from "../../../test/auth/requests.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { HookEvent } from "../../model/event.ts";

const hooks = compileHooks({
  hooks: {
    mappings: [
      { match: { path: "ci" }, messageTemplate: "{{path}}" },
      { match: { path: "only", source: "s" }, messageTemplate: "x" },
    ],
  },
});

test("resolveEvent() refuses a body that is neither object nor list", async () => {
  for (const payload of [null, 7, "text", false]) {
    expect(await hooks.resolve({ path: "ci", payload })).toMatchObject({
      outcome: "refused",
      refusal: { code: "invalid_payload", status: 400 },
    });
  }
});

test("resolveEvent() leaves wake and agent to requests, even if a mapping takes every name", async () => {
  const all = compileHooks({ hooks: { mappings: [{ messageTemplate: "mapped" }] } });
  const wake = await all.resolve({ path: "wake", payload: { text: "x" } });
  const agent = await all.resolve({ path: "/agent", payload: { message: "x" } });
  expect([wake, agent]).toMatchObject([
    { action: { kind: "wake", parts: [{ source: "webhook /wake" }] } },
    { action: { kind: "agent", parts: [{ source: "webhook /agent" }] } },
  ]);
  expect([wake, agent].map((resolution) => "mappingId" in resolution)).toEqual([false, false]);
});

const GITHUB = { provider: "github", secret: SECRET };
const hooksOfProof = compile([
  mapping(GITHUB),
  mapping({ ...GITHUB, orToken: true }, "both"),
  { id: "all", match: { source: "s" }, messageTemplate: "x" },
]);

const resolve = async (event: Partial<HookEvent>) =>
  await hooksOfProof.resolve({ path: NAME, payload: {}, ...event });

test("resolveEvent() resolves an event by the mapping whose auth has proven it", async () => {
  expect(await resolve({ proof: "auth:x" })).toMatchObject({ mappingId: "mapping-1" });
  expect(await resolve({ proof: undefined })).toMatchObject({ mappingId: "mapping-1" });
  expect(await resolve({ path: "both", proof: "token" })).toMatchObject({ mappingId: "mapping-2" });
  expect(await resolve({ path: "both", proof: "auth:both" })).toMatchObject({
    mappingId: "mapping-2",
  });
});

test("resolveEvent() gives a signed event to no mapping of another proof", async () => {
  const payload = { source: "s" };
  for (const event of [
    { path: "other", proof: "auth:x", payload },
    { path: "both", proof: "auth:x", payload },
  ]) {
    expect(await resolve(event)).toMatchObject({ outcome: "unmatched" });
  }
});

test("resolveEvent() gives an event of the hook token to no signed mapping", async () => {
  expect(await resolve({ proof: "token" })).toEqual({
    outcome: "unmatched",
    detail: 'The nearest mapping is "all": its match.source wants "s", and the event has none.',
    nearest: { mappingId: "all", clause: "match.source" },
  });
  const alone = compile([mapping(GITHUB)]);
  expect(await alone.resolve({ path: NAME, payload: {}, proof: "token" })).toEqual({
    outcome: "unmatched",
    detail: "No mapping of this name takes events that are authenticated in this way.",
    nearest: { mappingId: "mapping-1", clause: "auth" },
  });
});

test("resolveEvent() opens the built-in routes to no signature", async () => {
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
  const { matches } = await hooksOfProof.explain({ path: NAME, payload: {}, proof: "token" });
  expect(matches[0]).toEqual({
    mappingId: "mapping-1",
    result: "not matched",
    clause: "auth",
    wouldMatchIf: "the request were authenticated as this mapping asks",
  });
});

const hooksOfRequest = compileHooks({
  hooks: { allowRequestSessionKey: false },
  agents: { list: [{ id: "main" }] },
});

test("draftFromAgentRequest() reads every field of the request", async () => {
  const resolution = await hooksOfRequest.resolve({
    path: "agent",
    payload: {
      message: " m ",
      name: "n",
      wakeMode: "next-heartbeat",
      deliver: false,
      channel: "TEAMS",
      to: "t",
      agentId: "main",
      model: "o",
      thinking: "high",
      timeoutSeconds: 5,
    },
  });
  expect(resolution).toMatchObject({
    warnings: [],
    action: {
      parts: [{ text: "m" }],
      name: "n",
      wakeMode: "next-heartbeat",
      deliver: false,
      channel: "msteams",
      to: "t",
      agentId: "main",
      model: "o",
      thinking: "high",
      timeoutSeconds: 5,
    },
  });
});

test("draftFromAgentRequest() names the channels there are, and not the one that was sent", async () => {
  const payload = { message: "m", channel: "pager" };
  const resolution = await hooksOfRequest.resolve({ path: "agent", payload });
  expect(resolution).toMatchObject({ refusal: { issues: [{ path: "/channel" }] } });
  expect(JSON.stringify(resolution)).not.toContain("pager");
});

test("draftFromWakeRequest() names wrong fields by their JSON pointers", async () => {
  const resolution = await hooksOfRequest.resolve({ path: "wake", payload: { mode: "soon" } });
  expect(resolution).toMatchObject({
    refusal: { code: "invalid_payload", status: 400 },
  });
  expect(pathsOf(resolution).sort()).toEqual(["/mode", "/text"]);
});

test("draftFromWakeRequest() names at most twenty unknown fields, shortened and on one line", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`unknown-${at}`, 1]));
  const long = `two\nlines ${"x".repeat(100)}`;
  const payload = { text: "x", [long]: 1, ...unknown };
  const resolution = await hooksOfRequest.resolve({ path: "wake", payload });
  const warnings = "warnings" in resolution ? resolution.warnings : [];
  expect(warnings).toHaveLength(21);
  expect(warnings[0]).toBe(`The field "two lines ${"x".repeat(54)}" is not known and was ignored.`);
  expect(warnings.at(-1)).toBe("Further unknown fields were ignored.");
});

test("draftFromRequest() says which field was meant by one of another style, or of another gateway", async () => {
  const names = ["session_id", "Agent-ID", "timeout", "prompt", "toString"];
  const unknown = Object.fromEntries(names.map((name) => [name, "x"]));
  const resolution = await hooks.resolve({ path: "agent", payload: { message: "x", ...unknown } });
  const hints = ["sessionKey", "agentId", "timeoutSeconds"].map(
    (name) => ` Did you mean "${name}"?`,
  );
  expect(resolution).toMatchObject({
    warnings: names.map(
      (name, at) => `The field "${name}" is not known and was ignored.${hints[at] ?? ""}`,
    ),
  });
});

test("draftFromWakeRequest() refuses what is not an object", async () => {
  for (const [payload, word] of [
    [[], "a list"],
    ["x", "a string"],
    [7, "a number"],
  ]) {
    expect(await hooksOfRequest.resolve({ path: "wake", payload })).toMatchObject({
      refusal: { message: `The body must be a JSON object, not ${String(word)}.`, issues: [] },
    });
  }
});

function pathsOf(resolution: object): string[] {
  const { issues } = Reflect.get(resolution, "refusal") as { issues: readonly { path: string }[] };
  return issues.map(({ path }) => path);
}

const TOKEN = "token-of-a-route-of-24-characters";

function compileView(place: object) {
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
])("explain() and resolve() do not see a token in %s", async (_where, place, parts) => {
  const hooks = compileView(place);
  const event = { path: "/ci/", payload: {}, ...parts };
  for (const shown of [await hooks.explain(event), await hooks.resolve(event)]) {
    expect(JSON.stringify(shown)).not.toContain(TOKEN);
  }
  expect(JSON.stringify(await hooks.resolve(event))).toContain("other");
});

test("draftFromAgentRequest() refuses a session key if requests may send none", async () => {
  const payload = { message: "m", sessionKey: "hook:k" };
  expect(await hooksOfRequest.resolve({ path: "agent", payload })).toMatchObject({
    refusal: { code: "session_key_refused", issues: [{ path: "/sessionKey" }] },
  });
});

test("draftFromWakeRequest() refuses a session key for the next heartbeat, which is a turn of the main session", async () => {
  const open = compileHooks({ hooks: { allowRequestSessionKey: true } });
  const payload = { text: "x", mode: "next-heartbeat", sessionKey: "hook:a" };
  expect(await open.resolve({ path: "wake", payload })).toMatchObject({
    outcome: "refused",
    refusal: { code: "invalid_payload", issues: [{ path: "/sessionKey" }] },
  });
});
