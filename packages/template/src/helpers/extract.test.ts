import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { Budget, COST, DEFAULT_RENDER_LIMITS } from "../render/budget.ts";
import { createRootFrame } from "../render/frame.ts";
import type { Scope } from "../render/scope.ts";
import { extractHelper, replaceMatchHelper } from "./search.ts";

describe("extract()", () => {
  it.each([
    ["{{extract t '\\d+'}}", "a12b345", "12"],
    ["{{extract t '(\\d)\\d*b'}}", "a12b", "1"],
    ["{{extract t '(?:\\d)(\\d)b'}}", "a12b", "2"],
    ["{{extract t '<(.*?)>'}}", "<a><b>", "a"],
    ["{{extract t '<(.*)>'}}", "<a><b>", "a><b"],
    ["{{extract t 'A' ignoreCase=true}}", "xa", "a"],
    ["{{extract t 'a|(b)'}}", "a", "a"],
    ["{{extract t 'x'}}", "abc", ""],
    ["{{extract t '.'}}", null, ""],
    ["{{extract t '5.*'}}", 1.5, "5"],
    ["{{extract t '🚀.'}}", "a🚀🚁b", "🚀🚁"],
    ["{{json (extract t '\\d' all=true)}}", "a1b2", '["1","2"]'],
    ["{{json (extract t '\\d' all=true)}}", "ab", "[]"],
    ["{{json (extract t '\\d*' all=true)}}", "1🚀2", '["1","","2",""]'],
    ["{{extract t '\\d' all=false}}", "1 2", "1"],
  ])("%s of %j is %j", (template, t, text) => {
    expect(renderTemplate(template, { t })).toBe(text);
  });

  it.each([
    ["{{extract t p}}", "takes a pattern that is written in quotation marks"],
    ["{{extract t '('}}", "that is never closed"],
    ["{{extract t 'a' ignoreCase=p}}", "takes an ignoreCase that is written as true or false"],
    ["{{replaceMatch t p 'x'}}", "takes a pattern that is written in quotation marks"],
  ])("is a problem of the config: %s", (template, problem) => {
    expect(problemOfTemplate(template).message).toContain(problem);
  });

  it("charges the budget for each step", () => {
    const units = (length: number) =>
      unitsOfTemplate("{{extract t '(a|b)*c'}}", { t: "a".repeat(length) });
    expect(units(2_000) - units(1_000)).toBeGreaterThan(1_000 * 3 * COST.searchSteps);
  });

  it("is bounded where each match looks far ahead", () => {
    const t = "a".repeat(100_000);
    expect(() => renderTemplate("{{length (extract t 'a.*b|a' all=true)}}", { t })).toThrow(
      "it takes too much work",
    );
  });

  it("gives nothing without a prepared pattern", () => {
    const frame = createRootFrame({ payload: {} } as Scope, new Budget(DEFAULT_RENDER_LIMITS));
    expect(extractHelper.call(["a", "a"], {}, frame)).toBe("");
    expect(replaceMatchHelper.call(["a", "a", "b"], {}, frame)).toBe("");
  });
});
