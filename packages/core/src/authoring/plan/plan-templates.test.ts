import { expect, test, vi } from "vitest";
import type { HelperDefinition } from "../../../../template/src/serving/render/helper.ts";
import { compileConfig, compileHooks } from "../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";

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

function resolveWith(call: HelperDefinition["call"]) {
  const mappings = [{ ...mapping, messageTemplate: "{{mine a}}" }];
  const hooks = compileHooks(
    { hooks: { mappings } },
    { helpers: { mine: { arity: [0, 1], call } } },
  );
  return hooks.resolve({ path: "ci", payload: {} });
}

test("compileHelpers() lets no helper take the name of a built-in one", () => {
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
  "compileHelpers() makes a failure of its own of what a helper throws: %s",
  async (thrown, detail) => {
    const resolution = await resolveWith(() => {
      throw thrown;
    });
    expect(resolution).toMatchObject({
      outcome: "refused",
      refusal: { code: "helper_failed", status: 500, detail },
    });
  },
);

test("compileHelpers() hands a helper its arguments and its hash", () => {
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

test.each([
  null,
  "shout",
  (text: unknown) => text,
  { call: () => "" },
  { arity: [0, 1] },
  { arity: [0, 1], call: "shout" },
  { arity: 1, call: () => "" },
  { arity: [1], call: () => "" },
  { arity: [2, 1], call: () => "" },
  { arity: [-1, 1], call: () => "" },
  { arity: [0, 1.5], call: () => "" },
])("compileHelpers() reports a value that is not a helper, once: %j", (definition) => {
  const mine = definition as HelperDefinition;
  const mappings = [{ ...mapping, messageTemplate: "{{mine a b c}} {{mine}}" }];
  expect(problemsOf({ mappings }, { mine })).toEqual([
    {
      code: "wrong_type",
      severity: "error",
      path: ["helpers", "mine"],
      message: 'The helper "mine" is not an object with "arity" and "call".',
      hint: "Write { arity: [least, most], call: (args, named) => value }.",
    },
  ]);
});

test("compileHelpers() takes helpers without a most", () => {
  const mine: HelperDefinition = { arity: [1, Number.POSITIVE_INFINITY], call: () => "" };
  expect(
    problemsOf({ mappings: [{ ...mapping, messageTemplate: "{{mine a b c}}" }] }, { mine }),
  ).toEqual([]);
});

test("compileHelpers() refuses the promise of a helper", async () => {
  const detail = 'The helper "mine" returned a promise; helpers must return a value';
  expect(await resolveWith(async () => "later")).toMatchObject({
    outcome: "refused",
    refusal: { code: "helper_failed", detail },
  });
});

test("compileHelpers() refuses whatever else has a then, and never calls it", async () => {
  const detail = 'The helper "mine" returned a promise; helpers must return a value';
  let calls = 0;
  const thenable = {
    // biome-ignore lint/suspicious/noThenProperty: that is what is tested
    then: () => {
      calls += 1;
    },
  };
  expect(await resolveWith(() => thenable)).toMatchObject({
    outcome: "refused",
    refusal: { code: "helper_failed", detail },
  });
  expect(calls).toBe(0);
});

test("compileHelpers() leaves no rejection behind that would end the process", async () => {
  const promise = Promise.reject(new Error("late"));
  const caught = vi.spyOn(promise, "catch");
  expect(await resolveWith(() => promise)).toMatchObject({ outcome: "refused" });
  expect(caught).toHaveBeenCalledOnce();
});

test("compileHelpers() refuses what throws when it is asked for a then", async () => {
  const hostile = {
    // biome-ignore lint/suspicious/noThenProperty: that is what is tested
    get then(): unknown {
      throw new Error("no");
    },
  };
  expect(await resolveWith(() => hostile)).toMatchObject({
    refusal: { code: "helper_failed", detail: 'The helper "mine" threw Error: no' },
  });
});

test("compileHelpers() keeps what a helper writes into its named arguments from all others", async () => {
  const seen: unknown[] = [];
  const call: HelperDefinition["call"] = (_, hash) => {
    seen.push({ ...hash });
    Reflect.set(hash, "size", 5);
    return "x";
  };
  await resolveWith(call);
  await resolveWith(call);
  expect(seen).toEqual([{}, {}]);
});
