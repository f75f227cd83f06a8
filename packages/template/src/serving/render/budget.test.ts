import { describe, expect, it, test } from "vitest";
import { unitsOf } from "../../../test/event-budget.ts";
import { renderTemplate } from "../../../test/render.ts";
import {
  Budget,
  COST,
  DEFAULT_RENDER_LIMITS,
  MAX_WORK_UNITS,
  RenderLimitError,
  type RenderLimits,
  WorkLimitError,
} from "./budget.ts";
import { failureFromError } from "./render-failure.ts";
import { TooDeepError } from "./text-from-value.ts";

function budgetOf(limits: Partial<RenderLimits>): Budget {
  return new Budget({ ...DEFAULT_RENDER_LIMITS, ...limits });
}

describe("Budget", () => {
  it("gives out as many characters as there are", () => {
    const budget = budgetOf({ maxCharacters: 3 });
    budget.spendText(2, 1);
    expect(budget.charactersLeft).toBe(1);
    budget.spendText(1, 1);
    expect(() => budget.spendText(1, 1)).toThrow(RenderLimitError);
  });

  it("gives out as many turns as there are", () => {
    const budget = budgetOf({ maxIterations: 2 });
    budget.spendTurn();
    budget.spendTurn();
    expect(() => budget.spendTurn()).toThrow("the loops of the templates run too often");
  });

  it("gives out as many units of work as an event may take", () => {
    const budget = budgetOf({});
    budget.spend(MAX_WORK_UNITS);
    expect(budget.unitsLeft).toBe(0);
    expect(() => budget.spend(1)).toThrow(WorkLimitError);
    expect(() => budget.spendText(1, 1)).toThrow(WorkLimitError);
  });

  it("gives out more units where an operator raises a limit, in the same proportion", () => {
    expect(budgetOf({ maxIterations: 20_000 }).unitsLeft).toBe(2 * MAX_WORK_UNITS);
    expect(budgetOf({ maxCharacters: 3_000_000 }).unitsLeft).toBe(3 * MAX_WORK_UNITS);
    expect(budgetOf({ maxCharacters: 1, maxIterations: 1 }).unitsLeft).toBe(MAX_WORK_UNITS);
    expect(budgetOf({ maxIterations: 1e12 }).unitsLeft).toBe(2 ** 31 - 1);
  });

  it("charges the parts and characters of a body, a turn, and the size of a text or list", () => {
    expect(unitsOf((budget) => budget.spendText(5, 2))).toBe(
      2 * COST.parts + 5 * COST.renderedCharacters,
    );
    expect(unitsOf((budget) => budget.spendTurn())).toBe(COST.turns);
    expect(unitsOf((budget) => budget.spendSize("x".repeat(50)))).toBe(50 * COST.characters);
    expect(unitsOf((budget) => budget.spendSize([1, 2]))).toBe(2 * COST.keys);
    for (const value of [{ length: 1e6 }, 1e6, null]) {
      expect(unitsOf((budget) => budget.spendSize(value))).toBe(0);
    }
  });

  it("counts how deep partials are, and not how many there were", () => {
    const budget = new Budget({ maxCharacters: 0, maxIterations: 1000, maxNesting: 50 });
    for (let count = 0; count < 60; count++) {
      budget.enterPartial(10);
      budget.leavePartial(10);
    }
    for (let depth = 0; depth < 50; depth++) budget.enterPartial(1);
    expect(() => budget.enterPartial(1)).toThrow("include each other too deep");
    const flat = new Budget({ maxCharacters: 0, maxIterations: 1000, maxNesting: 1 });
    flat.enterPartial(1);
    expect(() => flat.enterPartial(1)).toThrow("include each other too deep");
  });

  it("counts the blocks around partials", () => {
    const budget = new Budget({ maxCharacters: 0, maxIterations: 1000, maxNesting: 50 });
    budget.enterPartial(499);
    budget.enterPartial(1);
    expect(() => budget.enterPartial(1)).toThrow("include each other too deep");
  });

  it("counts each character once, however deep the blocks around it", () => {
    const source =
      "{{#if a}}{{#with a}}{{#each this}}{{#if this}}{{> p}}{{/if}}{{/each}}{{/with}}{{/if}}";
    const payload = { a: ["12345", "67890"] };
    const partials = { p: "{{this}}!" };
    const render = (maxCharacters: number) =>
      renderTemplate(source, payload, { partials, limits: { maxCharacters } });
    expect(render(12)).toBe("12345!67890!");
    expect(() => render(11)).toThrow("the rendered text is too long");
  });

  it("counts the indent of a partial", () => {
    const render = (maxCharacters: number) =>
      renderTemplate(
        "    {{> p}}\n",
        { a: "1\n2\n3" },
        {
          partials: { p: "{{a}}" },
          limits: { maxCharacters },
        },
      );
    expect(render(17)).toBe("    1\n    2\n    3");
    expect(() => render(16)).toThrow(RenderLimitError);
  });
});

test("failureFromError() names the limit of work", () => {
  const failure = failureFromError(new WorkLimitError("too much"));
  expect(failure).toEqual({ code: "work_limit", message: "too much" });
});

test("failureFromError() rethrows what no payload can cause", () => {
  expect(() => failureFromError(new TypeError("a fault"))).toThrow("a fault");
});

test("failureFromError() names a value that is too deep", () => {
  const failure = failureFromError(new TooDeepError("deep"));
  expect(failure).toEqual({ code: "payload_too_deep", message: "deep" });
});
