import { expect, test } from "vitest";
import type { MappingInput } from "../../authoring/config/config.ts";
import type { CompileOptions } from "../../authoring/plan/options.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { BatchResolution, Resolution } from "../../model/resolution.ts";
import type { TransformContext } from "../../model/transform.ts";

const plain: MappingInput = {
  forEach: "list",
  messageTemplate: "{{index}}:{{item.id}}:{{list[0].id}}:{{list.length}}",
  allowUnsafeExternalContent: true,
};

test("resolveEach() makes one action per element, each in a payload with that element alone", async () => {
  const batch = await resolveBatch(plain, { list: [{ id: "a" }, { id: "b" }], other: 1 });
  expect(batch).toMatchObject({ outcome: "batch", mappingId: "mapping-1", skipped: 0 });
  expect(messagesOf(batch)).toEqual(["0:a:a:1", "1:b:b:1"]);
  expect(batch.elements.map(({ index }) => index)).toEqual([0, 1]);
});

test("resolveEach() follows a path through objects and lists, and leaves the payload as it was", async () => {
  const mapping = {
    ...plain,
    forEach: "payload.a.groups[1]",
    messageTemplate: "{{item}} {{a.groups}}",
  };
  const payload = { a: { groups: ["x", [1, 2]] } };
  expect(messagesOf(await resolveBatch(mapping, payload))).toEqual(['1 ["x",[1]]', '2 ["x",[2]]']);
  expect(payload).toEqual({ a: { groups: ["x", [1, 2]] } });
});

test.each([
  [{ list: [] }, "empty"],
  [{}, "missing"],
  [{ list: null }, "missing"],
  [[], "empty"],
  [[{}], "missing"],
  [[{}, { list: [] }], "empty"],
])("resolveEach() says handled for %j, and that the list is %s", async (payload, list) => {
  const mappingId = "mapping-1";
  expect(await resolve(plain, payload)).toEqual({ outcome: "handled", mappingId, list });
});

test.each([
  [{ path: "list", single: true }, { list: { n: 1 } }, ["1"]],
  [{ path: "list", single: true }, { list: [{ n: 1 }, { n: 2 }] }, ["1", "2"]],
  [{ path: "payload", single: true }, { n: 1 }, ["1"]],
  [{ path: "list", parse: true }, { list: '[{"n":1},{"n":2}]' }, ["1", "2"]],
  [{ path: "list", parse: true }, { list: [{ n: 1 }] }, ["1"]],
  [{ path: "body.list", parse: true }, { body: '{"list":[{"n":1}]}' }, ["1"]],
  [{ path: "rows.list", parse: true }, { rows: ['{"list":[{"n":1}]}', { list: [] }] }, ["1"]],
  [{ path: "a.b", parse: true }, { a: JSON.stringify({ b: '[{"n":1}]' }) }, ["1"]],
  [{ path: "list", parse: true, single: true }, { list: '{"n":1}' }, ["1"]],
  [{ path: "a.[b.c]" }, { a: { "b.c": [{ n: 1 }] } }, ["1"]],
  [{ path: 'a["b.c"]' }, { a: { "b.c": [{ n: 1 }] } }, ["1"]],
])("resolveEach() takes the elements of %j in %j", async (forEach, payload, texts) => {
  const resolution = await resolve({ forEach, messageTemplate: "{{item.n}}" }, payload);
  const found = resolution.outcome === "batch" ? resolution.elements : [{ resolution }];
  expect(found.map(({ resolution: one }) => Reflect.get(one, "action").untrustedText)).toEqual(
    texts,
  );
});

test.each([
  [{ path: "list", parse: true }, { list: "no JSON" }, "the JSON text of a list."],
  [{ path: "list", parse: true }, { list: "{}" }, "a list, not an object."],
  [{ path: "list", single: true }, { list: 1 }, "a list or an object, not a number."],
  [
    { path: "list", parse: true, single: true },
    { list: "7" },
    "a list or an object, not a number.",
  ],
  [{ path: "list" }, { list: "[]" }, "a list, not a string."],
])("resolveEach() refuses %j in %j", async (forEach, payload, message) => {
  expect(await resolve({ forEach, messageTemplate: "x" }, payload)).toMatchObject({
    refusal: { code: "invalid_payload", message: `"list" must be ${message}` },
  });
});

test("resolveEach() shows a parsed text as what it holds, cut to the element", async () => {
  const forEach = { path: "body.list", parse: true, when: { ">": [{ var: "item" }, 1] } };
  const mapping = { forEach, messageTemplate: "{{payload.body.list}} {{body.a}}" };
  const resolution = await resolve(mapping, { body: '{"a":7,"list":[1,2]}' });
  expect(resolution).toMatchObject({ action: { untrustedText: "[2] 7" } });
});

test("resolveEach() charges JSON texts to the work limit, and takes a blank one for a missing list", async () => {
  const forEach = { path: "list", parse: true };
  const mapping = { forEach, messageTemplate: "x" };
  expect(await resolve(mapping, { list: " " })).toMatchObject({ list: "missing" });
  const list = JSON.stringify(Array.from({ length: 150 }, () => "x".repeat(200_000)));
  expect(await resolve(mapping, { list })).toMatchObject({ refusal: { code: "work_limit" } });
});

test("resolveEach() refuses a value that is not a list", async () => {
  expect(await resolve(plain, { list: { id: "a" } })).toMatchObject({
    outcome: "refused",
    mappingId: "mapping-1",
    refusal: { code: "invalid_payload", message: '"list" must be a list, not an object.' },
  });
});

const picky: MappingInput = {
  ...plain,
  sessionKey: "hook:{{item}}",
  messageTemplate: "{{item}}",
};

const listOf = (length: number) => Array.from({ length }, (_, at) => ({ id: at }));

test("resolveEach() refuses more than 200 elements, of which a transform sees none", async () => {
  let calls = 0;
  const mapping = { ...plain, transform: { module: "t.js" } };
  const transforms = { "t.js": () => void calls++ };
  expect(await resolve(mapping, { list: listOf(201) }, { transforms })).toMatchObject({
    outcome: "refused",
    mappingId: "mapping-1",
    refusal: {
      code: "batch_too_large",
      status: 413,
      message: '"list" has more than 200 elements; send fewer at once.',
      issues: [],
    },
  });
  expect(calls).toBe(0);
  expect((await resolveBatch(plain, { list: listOf(200) })).elements).toHaveLength(200);
});

test("resolveEach() resolves the first 200 elements if the mapping says so, and counts the rest", async () => {
  const mapping = { ...plain, forEach: { path: "list", limit: "first" as const } };
  const [full, over] = [
    await resolveBatch(mapping, { list: listOf(200) }),
    await resolveBatch(mapping, { list: listOf(205) }),
  ];
  expect([full.elements.length, full.skipped]).toEqual([200, 0]);
  expect([over.elements.length, over.skipped]).toEqual([200, 5]);
  expect(over.elements.at(-1)?.index).toBe(199);
});

test("resolveEach() makes of a list of one what its element is", async () => {
  const mapping = { ...picky, transform: { module: "t.js" } };
  const transforms = {
    "t.js": ({ payload }: TransformContext<{ list: readonly string[] }>) =>
      payload.list[0] === "none" ? null : undefined,
  };
  const outcomeOf = (item: string) => resolve(mapping, { list: [item] }, { transforms });
  expect(await outcomeOf("a")).toMatchObject({ outcome: "action", mappingId: "mapping-1" });
  expect(await outcomeOf("none")).toEqual({ outcome: "handled", mappingId: "mapping-1" });
  expect(await outcomeOf("")).toMatchObject({
    outcome: "refused",
    refusal: { code: "session_key_refused", issues: [{ path: "/sessionKey" }] },
  });
});

const message = (id: string, type = "text") => ({ id, type });
const change = (...messages: readonly object[]) => ({ field: "messages", value: { messages } });
const whatsapp = {
  object: "whatsapp_business_account",
  entry: [
    { id: "e1", changes: [change(message("a"), message("b", "image")), { value: {} }] },
    { id: "e2", changes: [{ value: { statuses: [1] } }, change(message("c"))] },
    { id: "e3" },
    "odd",
  ],
};
const everyMessage: MappingInput = {
  forEach: "entry.changes.value.messages",
  messageTemplate:
    "{{index}} {{item.id}} {{entry.0.id}} {{entry.0.changes.0.value.messages.0.id}} {{entry.length}}{{entry.0.changes.length}}{{entry.0.changes.0.value.messages.length}} {{object}}",
  allowUnsafeExternalContent: true,
};

test("resolveEach() names elements of nested lists by their place in the body", async () => {
  const mapping = { ...everyMessage, sessionKey: "{{item.none}}" };
  expect(await resolve(mapping, whatsapp)).toMatchObject({
    refusal: {
      issues: [
        { path: "/entry/0/changes/0/value/messages/0" },
        { path: "/entry/0/changes/0/value/messages/1" },
        { path: "/entry/1/changes/1/value/messages/0" },
      ],
    },
  });
});

test("resolveEach() goes through a body that is a list, and into no list within a list", async () => {
  const mapping = { ...plain, forEach: "events", messageTemplate: "{{item}} {{payload.length}}" };
  const payload = [{ events: ["a"] }, [{ events: ["b"] }], { events: ["c"] }];
  expect(messagesOf(await resolveBatch(mapping, payload))).toEqual(["a 1", "c 1"]);
  let deep: unknown = [];
  for (let level = 0; level < 50_000; level++) deep = [deep];
  expect(await resolve(mapping, deep)).toMatchObject({ outcome: "handled" });
});

const textsOnly = (when: unknown): MappingInput => ({
  ...everyMessage,
  forEach: { path: "entry.changes.value.messages", when },
  messageTemplate: "{{index}} {{item.id}}",
});

test.each<[string, unknown, readonly string[]]>([
  ["the element", { "==": [{ var: "item.type" }, "text"] }, ["0 a", "2 c"]],
  ["its index", { "<": [{ var: "index" }, 2] }, ["0 a", "1 b"]],
  [
    "the cut body",
    { in: [{ var: "payload.entry.0.changes.0.value.messages.0.id" }, "ab"] },
    ["0 a", "1 b"],
  ],
  ["a header", { "==": [{ var: "headers.X-Kind" }, "x"] }, ["0 a", "1 b", "2 c"]],
  [
    "all headers, the query and the path",
    { and: [{ var: "headers" }, { var: "query" }, { "==": [{ var: "path" }, "ci"] }] },
    ["0 a", "1 b", "2 c"],
  ],
  ["the time of receipt", { startsWith: [{ var: "now" }, "2"] }, ["0 a", "1 b", "2 c"]],
])("resolveEach() chooses elements by %s", async (_name, when, messages) => {
  expect(messagesOf(await resolveBatch(textsOnly(when), whatsapp))).toEqual(messages);
});

test("resolveEach() counts only what a condition chooses", async () => {
  const when = { "<": [{ var: "item.id" }, 150] };
  const mapping = { ...plain, forEach: { path: "list", when } };
  expect((await resolveBatch(mapping, { list: listOf(5_000) })).elements).toHaveLength(150);
  expect(await resolve(mapping, { list: listOf(1) })).toMatchObject({ outcome: "action" });
  expect(await resolve(mapping, { list: listOf(200).slice(160) })).toEqual({
    outcome: "handled",
    mappingId: "mapping-1",
    list: "unchosen",
  });
  expect(await resolve(mapping, { list: listOf(10_001) })).toMatchObject({
    refusal: { code: "batch_too_large" },
  });
  const undecided = { ...plain, forEach: { path: "list", when: { "==": [{ var: "item" }, "x"] } } };
  expect(await resolve(undecided, { list: [{ toString: 1 }] })).toMatchObject({
    outcome: "handled",
  });
});

test("resolveEach() limits what a condition has copied for elements", async () => {
  const when = { "==": [{ var: "payload.k1" }, 2] };
  const mapping = { ...plain, forEach: { path: "list", when } };
  const fields = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`k${at}`, at]));
  expect(await resolve(mapping, { ...fields, list: listOf(2_000) })).toMatchObject({
    outcome: "handled",
  });
  expect(await resolve(mapping, { ...fields, list: listOf(2_100) })).toMatchObject({
    refusal: { code: "work_limit" },
  });
});

test("resolveEach() keeps the accepted elements if some are refused", async () => {
  const batch = await resolveBatch(picky, { list: ["a", "", "c"] });
  expect(batch.elements).toMatchObject([
    { index: 0, resolution: { outcome: "action" } },
    { index: 1, resolution: { outcome: "refused", refusal: { code: "session_key_refused" } } },
    { index: 2, resolution: { outcome: "action" } },
  ]);
});

test("resolveEach() refuses all if an atomic list has one bad element", async () => {
  const mapping = { ...picky, forEach: { path: "list", atomic: true } };
  expect(await resolve(mapping, { list: ["a", "", "c", ""] })).toMatchObject({
    outcome: "refused",
    refusal: { code: "session_key_refused", issues: [{ path: "/list/1" }, { path: "/list/3" }] },
  });
  expect(await resolve(mapping, { list: ["a", "b"] })).toMatchObject({ outcome: "batch" });
});

test("resolveEach() refuses a list without one good element", async () => {
  expect(await resolve(picky, { list: ["", " "] })).toMatchObject({
    outcome: "refused",
    refusal: { issues: [{ path: "/list/0" }, { path: "/list/1" }] },
  });
  const odd = { ...picky, forEach: "a/b.c~d" };
  expect(await resolve(odd, { "a/b": { "c~d": ["", ""] } })).toMatchObject({
    refusal: { issues: [{ path: "/a~1b/c~0d/0" }, { path: "/a~1b/c~0d/1" }] },
  });
});

test("resolveEach() refuses a payload that takes long to copy for each element", async () => {
  const wide = (fields: number, length: number) => ({
    ...Object.fromEntries(Array.from({ length: fields - 1 }, (_, at) => [`k${at}`, at])),
    list: Array.from({ length }, (_, at) => at),
  });
  expect(await resolve(picky, wide(1_000, 200))).toMatchObject({ outcome: "batch" });
  const message = "This event takes too much work.";
  const refusal = { code: "work_limit", status: 400, message };
  expect(await resolve(picky, wide(1_300, 200))).toMatchObject({ outcome: "refused", refusal });
  expect(await resolve(picky, wide(30_000, 6))).toMatchObject({ outcome: "batch" });
  const inList = { ...picky, forEach: "groups[0].list" };
  const payload = { groups: [{ list: ["a", "b"] }, ...Array.from({ length: 120_000 }, () => 0)] };
  expect(await resolve(inList, payload)).toMatchObject({
    outcome: "refused",
    refusal: { issues: [] },
  });
});

test("resolveEach() runs the transform once per element, with the payload of that element", async () => {
  const seen: unknown[] = [];
  const mapping = { ...plain, transform: { module: "t.js" } };
  const transforms = {
    "t.js": ({ payload }: TransformContext<{ list: readonly { id: string }[] }>) => {
      seen.push(payload);
      return payload.list[0]?.id === "b" ? null : undefined;
    },
  };
  const payload = { list: [{ id: "a" }, { id: "b" }] };
  const batch = await resolveBatch(mapping, payload, { transforms });
  expect(seen).toEqual([{ list: [{ id: "a" }] }, { list: [{ id: "b" }] }]);
  expect(batch.elements.map(({ resolution }) => resolution.outcome)).toEqual(["action", "handled"]);
});

test("resolveEach() limits what the templates of all elements render together", async () => {
  const limits = { maxCharacters: 1000 };
  const payload = { list: Array.from({ length: 100 }, () => "x".repeat(20)) };
  const { elements } = await resolveBatch(picky, payload, { limits });
  const codes = elements.map(({ resolution }) =>
    resolution.outcome === "refused" ? resolution.refusal.code : resolution.outcome,
  );
  expect(new Set(codes)).toEqual(new Set(["action", "render_limit"]));
});

async function resolve(
  mapping: MappingInput,
  payload: unknown,
  options?: CompileOptions,
): Promise<Resolution> {
  const hooks = compileHooks(
    { hooks: { mappings: [{ match: { path: "ci" }, ...mapping }] } },
    options,
  );
  return hooks.resolve({ path: "ci", payload, headers: { "x-kind": "x" } });
}

async function resolveBatch(
  mapping: MappingInput,
  payload: unknown,
  options?: CompileOptions,
): Promise<BatchResolution> {
  const resolution = await resolve(mapping, payload, options);
  if (resolution.outcome === "batch") return resolution;
  throw new Error(`must be a batch, not ${resolution.outcome}`);
}

function messagesOf({ elements }: BatchResolution): readonly unknown[] {
  return elements.map(({ resolution }) =>
    resolution.outcome === "action" && resolution.action.kind === "agent"
      ? resolution.action.message
      : resolution.outcome,
  );
}

test("resolveEach() reads the payload's own list only", async () => {
  const payload = Object.create({ list: [{ id: "inherited" }] }) as object;
  expect(await resolve(plain, payload)).toMatchObject({ outcome: "handled" });
});

test("resolveEach() goes through all lists of a path, and cuts each to the element", async () => {
  const before = structuredClone(whatsapp);
  expect(messagesOf(await resolveBatch(everyMessage, whatsapp))).toEqual([
    "0 a e1 a 111 whatsapp_business_account",
    "1 b e1 b 111 whatsapp_business_account",
    "2 c e2 c 111 whatsapp_business_account",
  ]);
  expect(whatsapp).toEqual(before);
});

test("resolveEach() refuses a body in which one of the lists is none", async () => {
  const payload = { entry: [change(message("a")), { changes: { value: { messages: "a" } } }] };
  expect(await resolve(everyMessage, payload)).toMatchObject({
    refusal: { message: '"entry.changes.value.messages" must be a list, not a string.' },
  });
});
