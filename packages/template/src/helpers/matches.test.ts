import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { Budget, COST, DEFAULT_RENDER_LIMITS } from "../render/budget.ts";
import { createRootFrame } from "../render/frame.ts";
import type { Scope } from "../render/scope.ts";
import { matchesHelper } from "./search.ts";

describe("matches()", () => {
  it.each([
    ["{{matches text '^refs/tags/v\\d+$'}}", "refs/tags/v12", "true"],
    ["{{matches text '^refs/tags/v\\d+$'}}", "refs/tags/v12x", "false"],
    ["{{matches text 'wip'}}", "WIP", "false"],
    ["{{matches text 'wip' ignoreCase=true}}", "WIP", "true"],
    ["{{matches text 'wip' ignoreCase=false}}", "WIP", "false"],
    ["{{matches text ''}}", null, "true"],
    ["{{matches text '.'}}", null, "false"],
    ["{{matches text '^5\\.5$'}}", 5.5, "true"],
    ["{{matches text '\"a\"'}}", ["a"], "true"],
    ["{{#if (matches text 'a|b')}}yes{{else}}no{{/if}}", "xbx", "yes"],
  ])("%s of %j is %s", (template, text, result) => {
    expect(renderTemplate(template, { text })).toBe(result);
  });

  it.each([
    ["{{matches text pattern}}", "takes a pattern that is written in quotation marks"],
    ["{{matches text (lower 'A')}}", "takes a pattern that is written in quotation marks"],
    ["{{matches text 5}}", "takes a pattern that is written in quotation marks"],
    [
      "{{matches text 'a' ignoreCase=flag}}",
      "takes an ignoreCase that is written as true or false",
    ],
    ["{{matches text 'a' i=true}}", 'has no named argument "i"'],
    ["{{matches text '(a)\\1'}}", 'has a back reference, "\\1", at character 4 of its pattern'],
  ])("is a problem of the config: %s", (template, problem) => {
    expect(problemOfTemplate(template).message).toContain(problem);
  });

  it("reports the position of the call and the hint about the pattern", () => {
    expect(problemOfTemplate("a\n{{matches text '(?=b)'}}")).toMatchObject({
      code: "template_helper_misused",
      hint: "Combine two conditions: (and … (not …)).",
      position: { line: 2, column: 1 },
    });
  });

  it("charges the budget for the text and for each step", () => {
    const units = (text: string) => unitsOfTemplate("{{matches text '(a*)*b'}}", { text });
    const each = COST.characters + 2 * COST.codedCharacters;
    expect(units("a".repeat(20_000)) - units("a".repeat(10_000))).toBe(10_000 * each);
    // Hardly any word of 20 letters occurs twice.
    const numbers = Array.from({ length: 500 }, (_, number) => number.toString(2)).join("");
    const surprise = numbers.replaceAll("0", "a").replaceAll("1", "b");
    const steps = unitsOfTemplate("{{matches text '(a|b)*a(a|b){20}c'}}", { text: surprise });
    expect(steps).toBeGreaterThan(20 * surprise.length * COST.patternSteps);
  });
});

it("matches() finds nothing without a prepared pattern", () => {
  const frame = createRootFrame({ payload: {} } as Scope, new Budget(DEFAULT_RENDER_LIMITS));
  expect(matchesHelper.call(["a", "a"], {}, frame)).toBe(false);
});
