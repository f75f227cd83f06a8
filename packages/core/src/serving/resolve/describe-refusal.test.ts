import fc from "fast-check";
import { expect, test } from "vitest";
import type { HooksInput, MappingInput, MatchInput } from "../../authoring/config/config.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { HookEvent } from "../../model/event.ts";
import { describeIgnored } from "./transform.ts";

test.each([
  [[], []],
  [
    ["allowUnsafeExternalContent"],
    ['The transform returned "allowUnsafeExternalContent", which it cannot set.'],
  ],
  [["secret-of-a-payload"], ["The transform returned a field that no action has."]],
  [
    ["massage", "x y", "sesionKey"],
    [
      'The transform returned 3 fields that no action has, perhaps instead of "message", "sessionKey".',
    ],
  ],
  [
    ["id", "zzzzzz"],
    [
      'The transform returned "id", which it cannot set.',
      "The transform returned a field that no action has.",
    ],
  ],
])("describeIgnored() says of %j what helps the author", (keys, sentences) => {
  expect(describeIgnored(keys)).toEqual(sentences);
});

test("describeIgnored() quotes no key that a module made from a payload", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }).map((text) => `§${text}`)), (keys) => {
      expect(describeIgnored(keys).join(" ")).not.toContain("§");
    }),
  );
});

async function resolve(matches: readonly MatchInput[], event: Partial<HookEvent> = {}) {
  const mappings = matches.map((match): MappingInput => ({ match, messageTemplate: "x" }));
  const hooks = compileHooks({ hooks: { mappings } });
  return hooks.resolve({ path: "ci", payload: {}, ...event });
}

async function describe(matches: readonly MatchInput[], event?: Partial<HookEvent>) {
  const resolution = await resolve(matches, event);
  return resolution.outcome === "unmatched" ? resolution.detail : resolution.outcome;
}

const path = "ci";
const never = { "==": [1, 2] };
const always = { "==": [1, 1] };

test.each<[string, MatchInput, string, string]>([
  ["a source", { source: "s" }, "source", 'its match.source wants "s", and the event has none'],
  [
    "a header",
    { headers: { "X-Event": ["push", "tag"] } },
    "headers.x-event",
    'its match.headers.x-event wants "push" or "tag", and the event has another value',
  ],
  [
    "two clauses",
    { headers: { "x-none": "1" }, query: { q: "1" } },
    "headers.x-none",
    'its match.headers.x-none wants "1", and the event has none, and its match.query.q wants "1", and the event has another value',
  ],
  ["a condition", { when: never }, "when", "its match.when does not hold"],
  [
    "a clause that must fail",
    { not: { headers: { "x-event": "issue" } } },
    "not",
    "its match.not holds",
  ],
  [
    "the second of two conditions",
    { when: always, not: { when: always } },
    "not",
    "its match.when does not hold, or its match.not holds",
  ],
  [
    "the first of two conditions",
    { when: never, not: { when: never } },
    "when",
    "its match.when does not hold, or its match.not holds",
  ],
])("describeUnmatched() names %s", async (_name, match, clause, why) => {
  const event = { headers: { "X-Event": "issue" }, query: { q: "secret" } };
  expect(await resolve([{ path, ...match }], event)).toEqual({
    outcome: "unmatched",
    detail: `The nearest mapping is "mapping-1": ${why}.`,
    nearest: { mappingId: "mapping-1", clause: `match.${clause}` },
  });
});

test("describeUnmatched() names a mapping that takes only another proof", async () => {
  const auth = { provider: "github" as const, secret: "secret-of-the-signed-hooks" };
  const mappings: MappingInput[] = [{ match: { path }, auth, messageTemplate: "x" }];
  const hooks = compileHooks({ hooks: { mappings } });
  expect(await hooks.resolve({ path, payload: {}, proof: "token" })).toEqual({
    outcome: "unmatched",
    detail: "No mapping of this name takes events that are authenticated in this way.",
    nearest: { mappingId: "mapping-1", clause: "auth" },
  });
});

test("describeUnmatched() does not refuse an event that has no work left for a second look", async () => {
  const text = "a".repeat(200_000);
  const when = { "==": [{ in: ["b", { var: "payload.text" }] }, true] };
  const event = { payload: { text } };
  const matches = Array.from({ length: 400 }, () => ({ path, when, not: { when } }));
  const count = async (most: number) => (await resolve(matches.slice(0, most), event)).outcome;
  let most = 1;
  while (most < 400 && (await count(most + 1)) === "unmatched") most += 1;
  expect(await resolve(matches.slice(0, most), event)).toMatchObject({
    nearest: { mappingId: "mapping-1", clause: "match.when" },
  });
  expect(most).toBeLessThan(400);
});

test("describeUnmatched() describes the mapping with the fewest failed clauses, the first of equals", async () => {
  const far = { path, headers: { a: "1", b: "1" } };
  const near = { path, headers: { a: "1" } };
  const elsewhere = { path: "cd" };
  expect(await describe([elsewhere, far, near, near])).toMatch(
    /^The nearest mapping is "mapping-3"/,
  );
  expect(await describe([{ source: "any name" }, near])).toMatch(/"mapping-1"/);
});

test("describeUnmatched() compares a hundred mappings at most", async () => {
  const far = { path, headers: { a: "1", b: "1" } };
  const matches = [...Array.from({ length: 100 }, () => far), { path, headers: { a: "1" } }];
  expect(await describe(matches)).toMatch(/^The nearest mapping is "mapping-1"/);
});

test("describeUnmatched() returns nothing for a name without a mapping", async () => {
  expect(await describe([{ path: "cd" }])).toBe(undefined);
});

test("describeUnmatched() quotes a wanted value as JSON does", async () => {
  const match = { path: "ci", source: 'a "b"' };
  const hooks = compileHooks({ hooks: { mappings: [{ id: "m", match, messageTemplate: "x" }] } });
  expect(await hooks.resolve({ path: "ci", payload: {} })).toMatchObject({
    detail: expect.stringContaining('match.source wants "a \\"b\\"", and'),
  });
});

const SECRET = "5ecret";
const payload = { a: `x\n${SECRET}`, b: SECRET };
const transforms = {
  "to.js": () => ({ to: payload.a }),
  "blank.js": () => ({ message: " " }),
  "none.js": () => undefined,
};

async function detailOf(mapping: MappingInput, hooks: HooksInput = {}): Promise<unknown> {
  const one = { id: "m", match: { path: "ci" }, messageTemplate: "x", ...mapping };
  const compiled = compileHooks({ hooks: { ...hooks, mappings: [one] } }, { transforms });
  const resolution = await compiled.resolve({ path: "ci", payload });
  expect(JSON.stringify(resolution)).not.toContain(SECRET);
  return resolution.outcome === "refused" ? resolution.refusal.detail : resolution.outcome;
}

test.each<[MappingInput, HooksInput, string]>([
  [{ sessionKey: "hook:{{a}}" }, {}, '"sessionKey" of mapping "m" is "hook:{{a}}".'],
  [
    { sessionKey: "{{b}}" },
    { allowedSessionKeyPrefixes: ["hook:"] },
    '"sessionKey" of mapping "m" is "{{b}}". hooks.allowedSessionKeyPrefixes would have to allow it.',
  ],
  [{}, { defaultSessionKey: "a\nb" }, "It is hooks.defaultSessionKey."],
  [
    {},
    { allowedAgentIds: ["ops"] },
    "Nothing names an agent, so it is the default one. hooks.allowedAgentIds would have to name it.",
  ],
  [{ to: "{{a}}" }, {}, '"to" of mapping "m" is "{{a}}".'],
  [{ model: "v/{{a}}" }, {}, '"model" of mapping "m" is "v/{{a}}".'],
  [{ transform: { module: "to.js" } }, {}, 'The transform of mapping "m" returned it as "to".'],
  [
    { action: "wake", messageTemplate: undefined, textTemplate: "{{! later }}" },
    {},
    'The template of mapping "m" is "{{! later }}", which has neither a text nor an expression.',
  ],
  [
    { messageTemplate: "{{! later }}" },
    {},
    'The template of mapping "m" is "{{! later }}", which has neither a text nor an expression.',
  ],
  [{ transform: { module: "blank.js" } }, {}, 'The transform of mapping "m" returned it empty.'],
])("describeRefusal() says where the value of %j came from", async (mapping, hooks, detail) => {
  expect(await detailOf(mapping, hooks)).toBe(detail);
});

test("refuseEmptyText() says that nothing gives a text", async () => {
  const silent = { messageTemplate: " ", transform: { module: "none.js" } };
  expect(await detailOf(silent)).toBe('Neither mapping "m" nor its transform gives a message.');
});

test("describeRefusal() says that a request has the value", async () => {
  const hooks = compileHooks({});
  const body = { message: "x", to: payload.a };
  expect(await hooks.resolve({ path: "agent", payload: body })).toMatchObject({
    refusal: {
      code: "invalid_payload",
      message: "The recipient of this action contains control or invisible characters.",
      detail: 'The request has it as "to".',
    },
  });
});

test("describeUnmatched() contains no value of the event", async () => {
  const match = { path, source: "s", headers: { a: "1" }, query: { b: "1" } };
  const event = {
    payload: { source: "5ecret" },
    headers: { a: "5ecret" },
    query: { b: "5ecret" },
  };
  expect(await describe([match], event)).not.toContain("5ecret");
});
