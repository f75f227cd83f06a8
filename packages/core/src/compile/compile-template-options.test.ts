import { expect, test } from "vitest";
import type { HelperDefinition } from "../../../template/src/helper-definition.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { compileWithAdvice } from "../engine.ts";

const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

function problemsOf(hooks: HooksInput, helpers: Record<string, HelperDefinition> = {}) {
  return compileWithAdvice({ hooks }, { helpers }).problems;
}

test("compileTemplateOptions() offers partials and helpers to every template", () => {
  const shout: HelperDefinition = { arity: [1, 1], call: ([text]) => `${String(text)}!` };
  const hooks = {
    partials: { footer: "-- {{shout repo}}" },
    mappings: [{ ...mapping, messageTemplate: "{{> footer}}", name: "{{shout a}}" }],
  };
  expect(problemsOf(hooks, { shout })).toEqual([]);
  expect(problemsOf(hooks)).not.toEqual([]);
});

test("compileTemplateOptions() locates a mistake in the partial that has it", () => {
  const problems = problemsOf({
    partials: { footer: "x\n{{#if a}}" },
    mappings: [{ ...mapping, messageTemplate: "{{> footer}}" }],
  });
  expect(problems).toMatchObject([
    {
      code: "template_unclosed",
      path: ["hooks", "partials", "footer"],
      message: expect.stringMatching(/^Cannot compile partial "footer" in hooks\.partials: /),
      templatePosition: { line: 2, column: 1 },
    },
  ]);
});

test("compileTemplateOptions() locates what only a template with the partial shows", () => {
  const partials = { footer: "x {{nope a}}" };
  const problems = problemsOf({
    partials,
    mappings: [{ ...mapping, messageTemplate: "{{> footer}}" }],
  });
  expect(problems).toMatchObject([
    {
      code: "template_helper_unknown",
      path: ["hooks", "partials", "footer"],
      message: expect.stringContaining(
        'partial "footer" in messageTemplate of mapping "mapping-1"',
      ),
      templatePosition: { line: 1, column: 3 },
    },
  ]);
});

test("compileTemplateOptions() tells of a mistake in a partial once, however many templates use it", () => {
  const partials = { footer: "x {{nope a}} {{nope b}}" };
  const user = { ...mapping, messageTemplate: "{{> footer}}" };
  const problems = problemsOf({ partials, mappings: [user, { ...user, match: { path: "b" } }] });
  expect(problems.map(({ path, templatePosition }) => [path[2], templatePosition?.column])).toEqual(
    [
      ["footer", 3],
      ["footer", 14],
    ],
  );
});
