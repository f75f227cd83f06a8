import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";
import { WorkLimitError } from "../render/budget.ts";

const partials = { all: "{{this}}", row: "{{a}}{{b}}{{../a}}" };

describe("compilePartialContext()", () => {
  it.each([
    ["{{> row}}", "1"],
    ["{{> row o}}", "2"],
    ["{{> row b=3}}", "13"],
    ["{{> row o b=a}}", "21"],
    ["{{> all o a=1}}", '{"a":1,"x":5}'],
    ["{{> all list x=0}}", '{"0":"q","x":0}'],
    ["{{> all missing x=(lookup o 'x')}}", '{"x":5}'],
    ["{{> all nothing}}", ""],
  ])("makes the context of %s", (source, text) => {
    const payload = { a: 1, o: { a: 2, x: 5 }, list: ["q"], nothing: null };
    expect(renderTemplate(source, payload, { partials })).toBe(text);
  });

  it("makes __proto__ an own key, not a prototype", () => {
    const payload = JSON.parse('{"__proto__": {"a": "polluted"}}') as unknown;
    expect(renderTemplate("[{{> row b=1}}]", payload, { partials })).toBe("[1]");
    expect(renderTemplate("[{{> row __proto__=this}}]", { a: 1 }, { partials })).toBe("[1]");
  });

  it("charges the budget for a copy before it is made", () => {
    const never = { get: () => expect.fail("it was read"), enumerable: true };
    const list = Object.defineProperty(
      Array.from({ length: 200_000 }, () => 1),
      0,
      never,
    );
    for (const wide of [list, { ...list.slice(1) }, "x".repeat(200_000)]) {
      const render = () => renderTemplate("{{> row wide b=1}}", { wide }, { partials });
      expect(render).toThrow(WorkLimitError);
    }
  });

  it("counts each copy of many keys against the work of the event", () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 0]));
    const payload = { ...wide, list: Array.from({ length: 30 }, () => 1) };
    const source = "{{#each list}}{{> row .. b=1}}{{/each}}";
    expect(() => renderTemplate(source, payload, { partials })).toThrow(WorkLimitError);
    expect(renderTemplate(source, { list: payload.list }, { partials })).toBe("1".repeat(30));
  });
});
