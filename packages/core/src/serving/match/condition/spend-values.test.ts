import { describe, expect, it } from "vitest";
import { COST, WorkLimitError } from "../../../../../template/src/serving/render/budget.ts";
import { eventBudget, unitsOf } from "../../../../../template/test/event-budget.ts";
import {
  isLong,
  isLongSearch,
  spendComparison,
  spendConversion,
  spendOperation,
  spendSearch,
} from "./spend-values.ts";

const LONG = "x".repeat(100);

describe("isLong()", () => {
  it("is true of texts with more than 32 characters, of lists and of objects", () => {
    expect([LONG, "x".repeat(33), [], {}].map(isLong)).toEqual([true, true, true, true]);
    expect(["x".repeat(32), 1e9, true, null, undefined].map(isLong)).not.toContain(true);
  });
});

describe("isLongSearch()", () => {
  it("is true of long texts, of lists with more than 16 elements, and of what becomes a text", () => {
    const list = Array.from({ length: 17 }, () => 1);
    expect(isLongSearch("a", LONG)).toBe(true);
    expect(isLongSearch(LONG, [])).toBe(true);
    expect(isLongSearch([1], "a")).toBe(true);
    expect(isLongSearch(1, list)).toBe(true);
    expect(isLongSearch(1, list.slice(1))).toBe(false);
    expect(isLongSearch("a", "b")).toBe(false);
    expect(isLongSearch("a", { length: 100 })).toBe(false);
  });
});

describe("spendComparison()", () => {
  const units = (comparing: "strict" | "loose" | "order", left: unknown, right: unknown) =>
    unitsOf((budget) => spendComparison(comparing, [left, right], budget));
  const list = Array.from({ length: 5 }, () => "xyz");
  const ofList = (1 + 5) * COST.joinedItems + (4 + 5 * 3) * COST.characters;

  it.each(["strict", "loose"] as const)(
    "charges as many characters of two texts as the shorter one has: %s",
    (comparing) => {
      expect(units(comparing, LONG, "short")).toBe(5 * COST.characters);
      expect(units(comparing, LONG, `${LONG}y`)).toBe(100 * COST.characters);
    },
  );

  it("charges all characters of the longer text if it looks for decimals", () => {
    expect(units("order", LONG, "short")).toBe(100 * COST.characters);
  });

  it("charges nothing for values that are compared without a conversion", () => {
    expect(units("strict", list, "y")).toBe(0);
    for (const other of [null, [], {}]) {
      expect(units("loose", list, other)).toBe(0);
      expect(units("loose", other, list)).toBe(0);
    }
  });

  it("charges a list that is compared with a value of another type for its text", () => {
    expect(units("loose", list, "y")).toBe(ofList + COST.characters);
    expect(units("loose", 1, list)).toBe(ofList);
    expect(units("order", list, null)).toBe(ofList);
    expect(units("order", list, list)).toBe(2 * ofList);
    expect(units("loose", LONG, 1)).toBe(100 * COST.characters);
  });
});

describe("spendConversion()", () => {
  const units = (value: unknown) => unitsOf((budget) => spendConversion(value, budget));

  it("charges nothing for values that are short as text", () => {
    for (const value of [1, null, undefined, true]) expect(units(value)).toBe(0);
    expect(units({ any: LONG })).toBe(COST.joinedItems);
    expect(units([])).toBe(COST.joinedItems);
  });

  it("charges the characters of a list once for each list around it", () => {
    expect(units([[LONG]])).toBe(4 * COST.joinedItems + 200 * COST.characters);
    expect(units([[[LONG, 1]]])).toBe(7 * COST.joinedItems + 3 * (100 + 24 + 1) * COST.characters);
  });

  it("stops if a value that contains itself many times passes the budget", () => {
    const doubled = Array.from({ length: 40 }).reduce<unknown>((value) => [value, value], [1]);
    expect(() => spendConversion(doubled, eventBudget())).toThrow(WorkLimitError);
  });

  it("counts a list with 100,000 levels", () => {
    let deep: unknown[] = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(units(deep)).toBe(200_001 * COST.joinedItems);
  });

  it("charges the text of an object for every level around it", () => {
    expect(units({})).toBe(COST.joinedItems);
    expect(units([[{}]])).toBe(5 * COST.joinedItems + 2 * 15 * COST.characters);
  });
});

describe("spendOperation()", () => {
  const units = (operator: string, ...values: readonly unknown[]) =>
    unitsOf((budget) => spendOperation(operator, values, budget));

  it("charges every value that becomes a text or a number", () => {
    expect(units("cat", LONG, LONG, 1)).toBe(200 * COST.characters);
    expect(units("+", LONG, [1])).toBe(2 * COST.joinedItems + (100 + 24) * COST.characters);
  });

  it("charges nothing for the text that substr takes a piece of", () => {
    expect(units("substr", LONG, 0, 5)).toBe(0);
    expect(units("substr", [LONG], "5")).toBe(2 * COST.joinedItems + 101 * COST.characters);
  });

  it("charges merge for a copy with each argument", () => {
    expect(units("merge", [1, 2], 3, [4])).toBe((2 + 3 + 4) * COST.listItems);
  });
});

describe("spendSearch()", () => {
  const units = (part: unknown, whole: unknown) =>
    unitsOf((budget) => spendSearch(part, whole, budget));

  it("charges both texts, and long parts more, as their search is slower", () => {
    expect(units("x", LONG)).toBe(101 * COST.characters);
    expect(units(LONG, LONG)).toBe(200 * COST.searchedCharacters);
  });

  it("charges the text of a part that is a list", () => {
    expect(units([1], LONG)).toBe(
      2 * COST.joinedItems + 24 * COST.characters + 101 * COST.characters,
    );
  });

  it("charges the elements of a list, and those that are as long as the part", () => {
    const list = [LONG, `${LONG}y`, 1, `${LONG.slice(1)}y`];
    expect(units(1, list)).toBe(4 * COST.listItems);
    expect(units(LONG, list)).toBe(4 * COST.listItems + 200 * COST.characters);
  });

  it("charges nothing if nothing is searched", () => {
    expect(units(LONG, { [LONG]: 1 })).toBe(0);
  });
});
