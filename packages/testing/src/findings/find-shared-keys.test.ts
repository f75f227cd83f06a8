// Events that share a dedupeKey → what they differ in, and silence where they are one event sent twice.
import { expect, test } from "vitest";
import type { MappingInput } from "../../../core/src/config/config.ts";
import { findInEvents } from "./find-in-events.ts";

async function find(mapping: Partial<MappingInput>, ...payloads: readonly unknown[]) {
  const one = { id: "shop", match: { path: "shop" }, messageTemplate: "x", ...mapping };
  const events = payloads.map((payload) => ({ path: "shop", payload }));
  const all = await findInEvents({ hooks: { mappings: [one as MappingInput] } }, { events });
  return all.filter(({ code }) => code === "dedupe_key_shared");
}

test("findInEvents() tells two different events that share a dedupeKey, and what would tell them apart", async () => {
  const order = { order: { note: "a", status: "paid" }, id: 1 };
  const other = { order: { note: "b", status: "sent" }, id: 1 };
  expect(await find({ dedupeKey: "order:{{id}}" }, order, other, order)).toEqual([
    {
      code: "dedupe_key_shared",
      severity: "warning",
      path: ["hooks", "mappings", 0, "dedupeKey"],
      message:
        'Two events that differ in "order.status" have one dedupeKey: only the first of them would run, as the other counts as a repeat.',
      hint: 'Add what tells them apart, such as "dedupeKey": "order:{{id}}:{{order.status}}".',
    },
  ]);
  expect(await find({ dedupeKey: "{{id}}:{{order.status}}" }, order, other)).toEqual([]);
});

test.each([
  [
    { id: 1, sentAt: "a" },
    { id: 1, sentAt: "b" },
  ],
  [
    { id: 1, meta: { delivery: { no: 1 }, retryCount: 1 } },
    { id: 1, meta: { delivery: { no: 2 }, retryCount: 2 } },
  ],
  [{ id: 1 }, { id: 1 }],
  [
    { id: 1, a: 1 },
    { id: 2, a: 2 },
  ],
  [{ a: 1 }, { a: 2 }],
])(
  "findInEvents() takes %j and %j for one event sent twice, or for two keys",
  async (one, other) => {
    expect(await find({ dedupeKey: "{{id}}" }, one, other)).toEqual([]);
  },
);

test.each([
  [[1], [2], "{{[0]}}"],
  [{ "x y": 1 }, { "x y": 2 }, "{{[x y]}}"],
  [{ a: 1 }, { a: { b: 1 } }, "{{a}}"],
  [{}, { list: [] }, "{{list}}"],
  [{ list: [{ c: 1 }] }, { list: [{ c: 2 }] }, "{{list[0].c}}"],
])(
  "findInEvents() names what differs in %j and %j as a template reads it",
  async (one, other, field) => {
    const key = { dedupeKey: "{{path}}" };
    expect((await find(key, one, other))[0]?.hint).toContain(`{{path}}:${field}"`);
  },
);

test("findInEvents() compares the elements of forEach, also where a batch has one", async () => {
  const forEach = { path: "list", when: { ">": [{ var: "item.n" }, 0] } };
  const mapping = { forEach, dedupeKey: "{{item.id}}" };
  const skipped = { n: 0, id: "0" };
  const [a, b] = [
    { n: 1, id: "a" },
    { n: 2, id: "b" },
  ];
  expect(await find(mapping, { list: [a, b] }, { list: [skipped, a] }, { list: [b] })).toEqual([]);
  expect(await find(mapping, { list: [skipped, a, b] }, { list: [{ ...b, n: 3 }] })).toMatchObject([
    { message: expect.stringContaining('"item.n"') },
  ]);
  const all = { forEach: "list", dedupeKey: "{{item.id}}" };
  expect(await find(all, { list: [a] }, { list: [a, b] })).toEqual([]);
  expect(await find(all, { list: "no list" }, { list: [] })).toEqual([]);
});

test("findInEvents() says nothing of keys that a preset makes", async () => {
  const events = ["a", "b"].map((subject) => ({
    path: "gmail",
    payload: { messages: [{ id: "1", subject }] },
  }));
  const found = await findInEvents({ hooks: { presets: ["gmail"] } }, { events });
  expect(found).toEqual([]);
});
