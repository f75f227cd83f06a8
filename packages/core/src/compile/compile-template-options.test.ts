import { expect, test } from "vitest";
import { compileHooks } from "../engine.ts";
import type { HooksInput, MappingInput } from "../model/config.ts";
import type { HelperDefinition } from "../model/helper.ts";
import { compileConfig } from "./compile-config.ts";

const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

function problemsOf(hooks: HooksInput, helpers: Record<string, HelperDefinition> = {}) {
  return compileConfig({ hooks }, { helpers }).problems;
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
  const problems = problemsOf({ partials: { footer: "x\n{{#if a}}" }, mappings: [mapping] });
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

test("compileTemplateOptions() lets no helper take the name of a built-in one", () => {
  const own: HelperDefinition = { arity: [0, 0], call: () => "" };
  expect(problemsOf({}, { if: own, mine: own })).toEqual([
    {
      code: "invalid_value",
      severity: "error",
      path: ["helpers", "if"],
      message: 'The helper "if" is built in and cannot be replaced.',
      hint: "Choose another name.",
    },
  ]);
});

test.each([
  [new TypeError("no number"), 'The helper "mine" threw TypeError: no number'],
  ["a text", 'The helper "mine" threw string'],
])(
  "compileTemplateOptions() makes a failure of its own of what a helper throws: %s",
  async (thrown, detail) => {
    const mine: HelperDefinition = {
      arity: [0, 1],
      call: () => {
        throw thrown;
      },
    };
    const mappings = [{ ...mapping, messageTemplate: "{{mine a}}" }];
    const hooks = compileHooks({ hooks: { mappings } }, { helpers: { mine } });
    expect(await hooks.resolve({ path: "ci", payload: {} })).toMatchObject({
      outcome: "refused",
      refusal: { code: "helper_failed", status: 500, detail },
    });
  },
);

test("compileTemplateOptions() hands a helper its arguments and its hash", () => {
  const seen: unknown[] = [];
  const mine: HelperDefinition = {
    arity: [1, 1],
    call: (args, hash) => {
      seen.push(args, { ...hash });
      return "x";
    },
  };
  const mappings = [{ ...mapping, messageTemplate: "{{mine a size=5}}" }];
  compileHooks({ hooks: { mappings } }, { helpers: { mine } }).resolve({
    path: "ci",
    payload: { a: [1] },
  });
  expect(seen).toEqual([[[1]], { size: 5 }]);
});
