import fc from "fast-check";
import { expect, test } from "vitest";
import { NOWHERE, RowList } from "./memory-store.ts";

test("RowList keeps the order of an array that does the same", () => {
  const row = fc.nat({ max: 200 });
  const step = fc.record({ do: fc.constantFrom("moveToEnd" as const, "remove" as const), row });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const list = new RowList();
      let model: number[] = [];
      for (const { do: method, row: at } of steps) {
        list[method](at);
        model = model.filter((other) => other !== at);
        if (method === "moveToEnd") model.push(at);
        expect(list.first).toBe(model[0] ?? NOWHERE);
      }
      expect(Array.from(model, () => list.next()).sort()).toEqual([...model].sort());
    }),
  );
});

test("RowList.next() goes round, and over a row that was removed under it", () => {
  const list = new RowList();
  expect(list.next()).toBe(NOWHERE);
  for (const row of [5, 3, 70]) list.moveToEnd(row);
  expect([list.next(), list.next()]).toEqual([5, 3]);
  list.remove(3);
  expect([list.next(), list.next()]).toEqual([70, 5]);
  list.remove(5);
  expect(list.next()).toBe(70);
});
