import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../test/language/render.ts";
import { Budget, RenderLimitError } from "./budget.ts";

describe("Budget", () => {
  it("gives out as many characters as there are", () => {
    const budget = new Budget({ maxCharacters: 3, maxIterations: 0, maxNesting: 50 });
    budget.spendText(2);
    expect(budget.charactersLeft).toBe(1);
    budget.spendText(1);
    expect(() => budget.spendText(1)).toThrow(RenderLimitError);
  });

  it("gives out as many turns as there are", () => {
    const budget = new Budget({ maxCharacters: 0, maxIterations: 2, maxNesting: 50 });
    budget.spendTurn();
    budget.spendTurn();
    expect(() => budget.spendTurn()).toThrow("the loops of the templates run too often");
  });

  it("takes twenty copied keys for a turn", () => {
    const budget = new Budget({ maxCharacters: 0, maxIterations: 2, maxNesting: 50 });
    budget.spend("keys", 19);
    budget.spend("keys", 50);
    expect(() => budget.spend("keys", 20)).toThrow(RenderLimitError);
  });

  it("takes 2,000 characters or twenty elements that a helper looks at for a turn", () => {
    const budget = new Budget({ maxCharacters: 0, maxIterations: 4, maxNesting: 50 });
    budget.spendSize("x".repeat(3999));
    budget.spendSize(Array.from({ length: 59 }));
    for (const value of [
      "x".repeat(1999),
      Array.from({ length: 19 }),
      { length: 1e6 },
      1e6,
      null,
    ]) {
      budget.spendSize(value);
    }
    expect(budget.spend("characters", 3500)).toBe(1500);
    expect(() => budget.spendSize("x".repeat(2000))).toThrow(RenderLimitError);
    expect(() => budget.spendSize(Array.from({ length: 20 }))).toThrow("run too often");
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
