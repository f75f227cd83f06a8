import { expect, test } from "vitest";
import type { CompileOptions } from "../compile/options.ts";
import { compileHooks } from "../engine.ts";
import type { MappingInput } from "../model/config.ts";
import type { BatchResolution, Resolution } from "../model/resolution.ts";
import type { TransformContext } from "../model/transform.ts";

const plain: MappingInput = {
  forEach: "list",
  messageTemplate: "{{index}}:{{item.id}}:{{list[0].id}}:{{list.length}}",
  allowUnsafeExternalContent: true,
};

test("resolveEach() makes one action per element, each in a payload where it stands alone", async () => {
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

test("resolveEach() says handled for a list that is empty, missing or null", async () => {
  for (const payload of [{ list: [] }, {}, { list: null }, []]) {
    expect(await resolve(plain, payload)).toEqual({ outcome: "handled", mappingId: "mapping-1" });
  }
});

test("resolveEach() reads the payload's own list only", async () => {
  const payload = Object.create({ list: [{ id: "inherited" }] }) as object;
  expect(await resolve(plain, payload)).toMatchObject({ outcome: "handled" });
});

test("resolveEach() refuses what is no list", async () => {
  expect(await resolve(plain, { list: { id: "a" } })).toMatchObject({
    outcome: "refused",
    mappingId: "mapping-1",
    refusal: { code: "invalid_payload", message: '"list" must be a list, not an object.' },
  });
});

test("resolveEach() takes 200 elements and counts the rest", async () => {
  const list = (length: number) => Array.from({ length }, (_, at) => ({ id: at }));
  const [full, over] = [
    await resolveBatch(plain, { list: list(200) }),
    await resolveBatch(plain, { list: list(205) }),
  ];
  expect([full.elements.length, full.skipped]).toEqual([200, 0]);
  expect([over.elements.length, over.skipped]).toEqual([200, 5]);
});

const picky: MappingInput = { ...plain, messageTemplate: "{{item}}" };

test("resolveEach() keeps what is good where some elements are refused", async () => {
  const batch = await resolveBatch(picky, { list: ["a", "", "c"] });
  expect(batch.elements).toMatchObject([
    { index: 0, resolution: { outcome: "action" } },
    { index: 1, resolution: { outcome: "refused", refusal: { code: "empty_text" } } },
    { index: 2, resolution: { outcome: "action" } },
  ]);
});

test("resolveEach() refuses all where an atomic list has one bad element", async () => {
  const mapping = { ...picky, forEach: { path: "list", atomic: true } };
  expect(await resolve(mapping, { list: ["a", "", "c", ""] })).toMatchObject({
    outcome: "refused",
    refusal: { code: "empty_text", issues: [{ path: "/list/1" }, { path: "/list/3" }] },
  });
  expect(await resolve(mapping, { list: ["a"] })).toMatchObject({ outcome: "batch" });
});

test("resolveEach() refuses a list without one good element", async () => {
  expect(await resolve(picky, { list: ["", " "] })).toMatchObject({
    outcome: "refused",
    refusal: { issues: [{ path: "/list/0" }, { path: "/list/1" }] },
  });
  const odd = { ...picky, forEach: "a/b.c~d" };
  expect(await resolve(odd, { "a/b": { "c~d": [""] } })).toMatchObject({
    refusal: { issues: [{ path: "/a~1b/c~0d/0" }] },
  });
});

test("resolveEach() refuses a payload that takes long to copy for each element", async () => {
  const wide = (fields: number, length: number) => ({
    ...Object.fromEntries(Array.from({ length: fields - 1 }, (_, at) => [`k${at}`, at])),
    list: Array.from({ length }, (_, at) => at),
  });
  expect(await resolve(picky, wide(1_000, 300))).toMatchObject({ outcome: "batch" });
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
  return hooks.resolve({ path: "ci", payload });
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
