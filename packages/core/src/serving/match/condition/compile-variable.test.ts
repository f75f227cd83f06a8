import { describe, expect, it, test } from "vitest";
import { evaluate, problemsOf } from "../../../../test/conditions/evaluate.ts";
import { nameField } from "../../../authoring/rules/name-field.ts";
import { safeCompileHooks } from "../../../compile-hooks.ts";

const payload = { a: { b: [10, { c: "deep" }] }, nothing: null, blank: "", zero: 0, "x y": 1 };

describe("compileVariable() of var", () => {
  it.each([
    [{ var: "payload.a.b.1.c" }, "deep"],
    [{ var: ["payload.a.b.0"] }, 10],
    [{ var: "payload.x y" }, 1],
    [{ var: "headers.x-event" }, "push"],
    [{ var: "headers.X-Event" }, "push"],
    [{ var: "query.q" }, "1"],
    [{ var: "query.Q" }, null],
    [{ var: "path" }, "ci"],
    [{ var: "payload.missing" }, null],
    [{ var: ["payload.missing", "other"] }, "other"],
    [{ var: ["payload.missing", { var: "path" }] }, "ci"],
    [{ var: ["payload.nothing", "other"] }, null],
    [{ var: ["payload.blank", "other"] }, ""],
    [{ var: "payload.a.b.length" }, 2],
    [{ reduce: [[1], { var: "accumulator.x" }, { var: "payload.a" }] }, null],
    [{ map: [["e"], { var: null }] }, ["e"]],
    [{ map: [[[7]], { var: 0 }] }, [7]],
  ])("reads %j", (rule, value) => {
    expect(evaluate(rule, payload)).toEqual(value);
  });

  it.each(["constructor", "toString", "__proto__", "__proto__.x", "a.constructor.name", "a.b.map"])(
    "never reads the inherited property %s",
    (name) => {
      expect(evaluate({ var: [`payload.${name}`, "absent"] }, payload)).toBe("absent");
      expect(evaluate({ map: [[{ a: {} }], { var: [name, "absent"] }] })).toEqual(["absent"]);
    },
  );

  it("reads own keys of such names, but never __proto__", () => {
    const hostile = JSON.parse('{"constructor": 1, "__proto__": 2}') as unknown;
    expect(evaluate({ var: "payload.constructor" }, hostile)).toBe(1);
    expect(evaluate({ var: "payload.__proto__" }, hostile)).toBe(null);
  });

  it("refuses an unknown root and hints at the right one", () => {
    expect(problemsOf({ "!": [{ var: "action" }] })).toEqual([
      {
        code: "condition_variable",
        severity: "error",
        path: ["!", 0, "var"],
        message: 'There is no "action" to read.',
        hint: 'Known: payload, headers, query, path, now. For a field of the body write "payload.action".',
        change: { kind: "replace", value: "payload.action", old: "action", safe: true },
      },
    ]);
    expect(problemsOf({ var: "paylod.x" })[0]).toMatchObject({
      hint: expect.stringContaining('Did you mean "payload"?'),
      change: { value: "payload.x", old: "paylod.x", safe: false },
    });
    expect(problemsOf({ var: "$json.body.a" })[0]?.change).toEqual({
      kind: "replace",
      value: "payload.a",
      old: "$json.body.a",
      safe: true,
    });
    expect(problemsOf({ reduce: [[], { var: "x" }] })[0]?.change).toBeUndefined();
    expect(problemsOf({ reduce: [[], { var: "acumulator" }] })[0]).toMatchObject({
      path: ["reduce", 1, "var"],
      hint: 'Did you mean "accumulator"?',
    });
  });

  it.each([
    ["payload.items[0", 'Write a path such as "payload.items[0].id".'],
    [
      "items[0]",
      'Known: payload, headers, query, path, now. For a field of the body write "payload.items[0]".',
    ],
    ["$.a.b", 'Write "payload.a.b".'],
    ["$json.body.a", 'Write "payload.a".'],
    ["{{ headers.x-a }}", 'Write "headers.x-a".'],
    ["Payload.a.b", 'Did you mean "payload"? For a field of the body write "payload.Payload.a.b".'],
  ])("says what to write for %s", (name, hint) => {
    expect(problemsOf({ var: name })).toMatchObject([{ severity: "error", hint }]);
  });

  it.each([
    [
      "payload.items[*].id",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "id" }, "…"] }] }',
    ],
    [
      "payload.items[].id",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "id" }, "…"] }] }',
    ],
    [
      "payload.items.*.id",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "id" }, "…"] }] }',
    ],
    [
      "payload.items.#.a.b",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "a.b" }, "…"] }] }',
    ],
    ["payload.items[-1].id", "payload.items.0 is the first"],
    ["payload.items.-1", "payload.items.0 is the first"],
    ["payload.items[?(@.a)].id", '{ "find": [{ "var": "payload.items" },'],
    ["payload..id", "Write the whole path to the field."],
  ])("warns of %s, as other tools have it", (name, hint) => {
    expect(problemsOf({ "==": [{ var: name }, 1] })).toMatchObject([
      { code: "condition_variable", severity: "warning", hint: expect.stringContaining(hint) },
    ]);
  });

  it.each([
    ["event.body.action", "payload.action"],
    ["event.payload.action", "payload.action"],
    ["request.body.action", "payload.action"],
    ["req.body.action", "payload.action"],
    ["$request.body.action", "payload.action"],
    ["trigger.event.body.action", "payload.action"],
    ["steps.trigger.event.body.action", "payload.action"],
    ["trigger.payload.action", "payload.action"],
    ["msg.payload.action", "payload.action"],
    ["input.body.action", "payload.action"],
    ["event.headers.x-event", "headers.x-event"],
    ["request.query.kind", "query.kind"],
    ["data.action", "payload.data.action"],
  ])("says what to write for the root of another tool: %s", (name, field) => {
    const [problem] = problemsOf({ "==": [{ var: name }, 1] });
    expect(problem?.hint).toContain(`"${field}"`);
    expect(problemsOf({ "==": [{ var: field }, 1] })).toEqual([]);
  });

  it("refuses the event as a whole", () => {
    for (const name of ["", null]) {
      expect(problemsOf({ var: name })).toMatchObject([
        {
          code: "condition_variable",
          message: "A variable of the event needs a name.",
          hint: 'Write "payload".',
        },
      ]);
    }
  });

  it("refuses a name that the payload would choose", () => {
    expect(problemsOf({ var: { cat: ["payload.", { var: "path" }] } })).toMatchObject([
      { code: "condition_variable", message: "The name of a variable must be fixed text." },
    ]);
  });
});

describe("compileVariable() of missing", () => {
  it.each([
    [{ missing: ["payload.a", "payload.x"] }, ["payload.x"]],
    [{ missing: [["payload.a", "payload.x"]] }, ["payload.x"]],
    [{ missing: "payload.zero" }, []],
    [{ missing: ["payload.nothing", "payload.blank"] }, ["payload.nothing", "payload.blank"]],
    [{ missing: ["payload.constructor"] }, ["payload.constructor"]],
    [{ missing_some: [1, ["payload.a", "payload.x"]] }, []],
    [{ missing_some: [2, ["payload.a", "payload.x"]] }, ["payload.x"]],
    [{ missing_some: [0, []] }, []],
  ])("names what is not there: %j", (rule, value) => {
    expect(evaluate(rule, payload)).toEqual(value);
  });

  it("refuses computed names, and arguments of a wrong type", () => {
    expect(problemsOf({ missing: [{ var: "path" }] })[0]?.code).toBe("condition_variable");
    expect(problemsOf({ missing: ["x"] })[0]?.message).toBe('There is no "x" to read.');
    for (const args of [
      ["1", ["payload.a"]],
      [1, "payload.a"],
    ]) {
      expect(problemsOf({ missing_some: args })).toMatchObject([
        {
          code: "condition_arguments",
          path: ["missing_some"],
          message: '"missing_some" takes a number and a list of names.',
        },
      ]);
    }
  });
});

// Names of fields, as other systems write them.

test.each([
  ["{{action}}", "payload.action"],
  ["{{ payload.items[0].id }}", "payload.items[0].id"],
  ["${{ github.event.action }}", "payload.action"],
  ["{{ $json.body.action }}", "payload.action"],
  ["$json.action", "payload.action"],
  ["$.body.action", "payload.action"],
  ["$.action", "payload.action"],
  ["$[0].id", "payload[0].id"],
  ["$", "payload"],
  ["body.action", "payload.action"],
  ["event.body.action", "payload.action"],
  ["headers.x-github-event", "headers.x-github-event"],
  ["payload", "payload"],
  ["$json['body']['data[email]']", "payload['data[email]']"],
  ["trigger.headers.x-event", "headers.x-event"],
  ["{{ $request.query.kind }}", "query.kind"],
  ["header", undefined],
  ["event.type", undefined],
  ["$json.body['']", undefined],
  [`body.${"a".repeat(400)}`, undefined],
  [".action]", undefined],
  ["opened", undefined],
  ["bodyguard", undefined],
  ["{{upper action}}", undefined],
  ["", undefined],
  [5, undefined],
])("nameField() gives the name that var has for %j", (text, name) => {
  expect(nameField(text)).toBe(name);
});

function problemOf(when: object) {
  const mapping = { match: { path: "github", when }, messageTemplate: "{{action}}" };
  const compiled = safeCompileHooks({ hooks: { mappings: [mapping] } });
  return (compiled.ok ? compiled.hooks.warnings : compiled.problems)[0];
}

test("compileHooks() finds a template where a condition compares a field", () => {
  expect(problemOf({ "==": ["opened", "{{action}}"] })).toMatchObject({
    code: "condition_variable",
    severity: "warning",
    path: ["hooks", "mappings", 0, "match", "when", "==", 1],
    hint: 'To read a field of the event write { "var": "payload.action" }.',
  });
});

test("compileHooks() knows the name that another system has for the body", () => {
  expect(problemOf({ "==": [{ var: "$json.body.action" }, "opened"] })).toMatchObject({
    code: "condition_variable",
    severity: "error",
    hint: 'Write "payload.action".',
  });
});
