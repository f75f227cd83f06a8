import { expect, test } from "vitest";
import { compile as compileOfRespond, problemsOfAll } from "../../../test/auth/configs.ts";
import { compileConfig, safeCompileHooks } from "../../compile-hooks.ts";
import type { Problem } from "../../model/problem.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";

const AT = ["hooks", "mappings", 0];
const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

const problemsOf = (hooks: HooksInput): readonly Problem[] => compileConfig({ hooks }, {}).problems;

const inMapping = (changes: MappingInput): readonly Problem[] =>
  problemsOf({ mappings: [{ ...mapping, ...changes }] });

test("compileField() reports where a template does not compile, and what to write", () => {
  expect(inMapping({ messageTemplate: "a\n  {{#if x}}b" })).toEqual([
    {
      code: "template_unclosed",
      severity: "error",
      path: [...AT, "messageTemplate"],
      message: expect.stringMatching(
        /^Cannot compile messageTemplate of mapping "mapping-1": .*if/,
      ),
      hint: expect.stringContaining("{{/if}}"),
      templatePosition: { line: 2, column: 3 },
      templateSpan: { start: 4, end: 13 },
    },
  ]);
});

test("compileField() names the field that was written for a wake", () => {
  const wake = { match: { path: "ci" }, action: "wake", textTemplate: "{{#if x}}" } as const;
  expect(problemsOf({ mappings: [wake] })).toMatchObject([{ path: [...AT, "textTemplate"] }]);
});

test.each(["name", "sessionKey", "model", "instructions"])(
  "compileField() reports a mistake in %s",
  (field) => {
    expect(inMapping({ [field]: "{{/if}}", channel: "slack" })).toMatchObject([
      { severity: "error", path: [...AT, field], templatePosition: { line: 1, column: 1 } },
    ]);
  },
);

test("compileField() reports the mistakes of every field at once", () => {
  const problems = inMapping({
    messageTemplate: "{{#if}}",
    name: "{{#each x}}",
    model: "{{nope x}}",
  });
  expect(problems.map(({ path }) => path.at(-1)).toSorted()).toEqual([
    "messageTemplate",
    "model",
    "name",
  ]);
});

test.each([
  ["id", "{{id}}", true],
  ["messages[0].id", "{{messages[0].id}}", true],
  ["$.a.id", "{{a.id}}", true],
  ["{id}", "{{id}}", true],
])("compileFields() refuses the dedupeKey %j, which was meant as %s", (dedupeKey, value, safe) => {
  const problems = inMapping({ dedupeKey });
  expect(problems).toMatchObject([
    {
      code: "dedupe_key_constant",
      severity: "error",
      hint: `Write "${value}".`,
      change: { kind: "replace", value, safe },
    },
  ]);
});

test.each(["order id", "id}"])(
  "compileFields() refuses the dedupeKey %j without a guess",
  (dedupeKey) => {
    const [problem] = inMapping({ dedupeKey });
    expect(problem).toMatchObject({ code: "dedupe_key_constant" });
    expect(problem).not.toHaveProperty("change");
  },
);

const mappingOfInstructions: MappingInput = {
  match: { path: "ci" },
  messageTemplate: "{{a}}",
};

function compile(changes: MappingInput) {
  const config = { hooks: { mappings: [{ ...mappingOfInstructions, ...changes }] } };
  const result = compileConfig(config, {});
  const mappings = result.ok ? result.compiled.mappings : [];
  return { instructions: mappings[0]?.instructions, problems: result.problems };
}

test.each(["Review the change.", "It is {{now}}.", "This is {{mapping}}.", "For {{path}}."])(
  "compileInstructions() accepts %j",
  (instructions) => {
    const result = compile({ instructions });
    expect(result.problems).toEqual([]);
    expect(result.instructions?.source).toBe(instructions);
  },
);

test.each(["{{a}}", "{{payload.a}}", "Review{{#if a}} at once{{/if}}."])(
  "compileInstructions() lets no sender give orders: %j",
  (instructions) => {
    const result = compile({ instructions });
    expect(result.instructions).toBe(undefined);
    expect(result.problems).toEqual([
      {
        code: "instructions_untrusted",
        severity: "error",
        path: ["hooks", "mappings", 0, "instructions"],
        message:
          'The instructions of mapping "mapping-1" read the event; they are outside the fence, so a sender could give orders through them.',
        hint: "Move the expression into messageTemplate; {{now}} and {{mapping}} may stay. {{path}} may stay if the mapping has a match.path.",
      },
    ]);
  },
);

test("compileInstructions() refuses {{path}} where the mapping takes any name", () => {
  const { problems } = compile({ match: { source: "x" }, instructions: "{{path}}" });
  expect(problems).toMatchObject([{ code: "instructions_untrusted" }]);
});

test("compileInstructions() refuses {{item}} and {{index}}, which the sender's list decides", () => {
  for (const instructions of ["{{item}}", "{{index}}"]) {
    const { problems } = compile({ forEach: "items", messageTemplate: "{{item}}", instructions });
    expect(problems).toMatchObject([{ code: "instructions_untrusted" }]);
  }
});

test("compileInstructions() reports a template that does not compile once", () => {
  const { problems } = compile({ instructions: "{{#if a}}" });
  expect(problems).toMatchObject([
    { code: "template_unclosed", path: ["hooks", "mappings", 0, "instructions"] },
  ]);
});

const answering = (respond: unknown) => ({
  id: "own",
  match: { path: "x" },
  messageTemplate: "x",
  respond,
});

const answerOf = (respond: unknown) =>
  compileOfRespond([answering(respond)]).mapping("own")?.answer;

test.each([[{ ok: 1 }], [[1]], [null], [0], ["x"]])(
  "compileRespond() makes the JSON value %j an answer of JSON",
  (json) => {
    expect(answerOf({ status: 202, json })).toEqual({
      status: 202,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(json),
    });
  },
);

test.each([
  [{}, "respond_invalid respond"],
  [{ status: 202 }, "respond_invalid respond"],
  [{ text: "a", json: {} }, "respond_invalid respond.json"],
  [{ status: 204, text: "" }, "respond_invalid respond.status"],
  [{ status: 205, json: 1 }, "respond_invalid respond.status"],
  [{ status: 204, type: "text/plain" }, "respond_invalid respond.status"],
  [{ text: "a", type: "plain" }, "respond_invalid respond.type"],
  [{ text: "a", type: "text/plain\r\nx-evil: 1" }, "respond_invalid respond.type"],
  [{ text: "a", type: "text/plain; charset" }, "respond_invalid respond.type"],
  [{ text: "a", status: 302 }, "invalid_value respond.status"],
  [{ text: "a", status: 199 }, "invalid_value respond.status"],
  [
    { text: "a", headers: { "Content-Length": "1" } },
    "respond_invalid respond.headers.Content-Length",
  ],
  [{ text: "a", headers: { "set-cookie": "a=b" } }, "respond_invalid respond.headers.set-cookie"],
  [
    { text: "a", headers: { "Transfer-Encoding": "chunked" } },
    "respond_invalid respond.headers.Transfer-Encoding",
  ],
  [{ text: "a", headers: { connection: "close" } }, "respond_invalid respond.headers.connection"],
  [
    { text: "a", headers: { "access-control-allow-origin": "*" } },
    "respond_invalid respond.headers.access-control-allow-origin",
  ],
  [
    { text: "a", headers: { "content-type": "a/b" } },
    "respond_invalid respond.headers.content-type",
  ],
  [{ text: "a", headers: { "x-a": "b\r\nx-evil: 1" } }, "respond_invalid respond.headers.x-a"],
  [{ text: "a", headers: { "x a": "b" } }, "respond_invalid respond.headers.x a"],
  [{ text: "a", headers: { "x-a": "é" } }, "respond_invalid respond.headers.x-a"],
  [{ text: "a", headers: { "x-a": "b", "X-A": "c" } }, "respond_invalid respond.headers.X-A"],
  [{ text: "a", headers: { "x-a": 1 } }, "wrong_type respond.headers.x-a"],
  [{ text: 1 }, "wrong_type respond.text"],
  [{ txt: "a" }, "unknown_key respond.txt"],
])("compileRespond() reports %j once", (respond, expected) => {
  const problems = problemsOfAll([answering(respond)]);
  expect(problems.map(({ code, path }) => `${code} ${path.slice(3).join(".")}`)).toEqual([
    expected,
  ]);
});

test("compileRespond() reports all that is wrong at once", () => {
  const headers = { "set-cookie": "a=b", "x-a": "b\r\nc", "x-ok": "ok", connection: "close" };
  const problems = problemsOfAll([answering({ text: "a", json: 1, headers })]);
  expect(problems.map(({ path }) => path.slice(4).join("."))).toEqual([
    "json",
    "headers.set-cookie",
    "headers.x-a",
    "headers.connection",
  ]);
});

test("compileRouteStatuses() has a default for each route, and takes any status with a body", () => {
  const statusesOf = (respond: unknown) => {
    const result = safeCompileHooks({ hooks: { respond } });
    return result.ok ? result.hooks.routeStatuses : result.problems;
  };
  expect(statusesOf(undefined)).toEqual({ agent: 202, wake: 200 });
  expect(statusesOf({ agent: { status: 200 }, wake: {} })).toEqual({ agent: 200, wake: 200 });
  expect(statusesOf({ wake: { status: 299 } })).toEqual({ agent: 202, wake: 299 });
  for (const status of [204, 205]) {
    const path = ["hooks", "respond", "wake", "status"];
    expect(statusesOf({ wake: { status } })).toMatchObject([{ code: "respond_invalid", path }]);
  }
  for (const status of [199, 300, 200.5, "200"]) {
    const path = ["hooks", "respond", "agent", "status"];
    expect(statusesOf({ agent: { status } })).toMatchObject([{ path }]);
  }
});

test("compileRespond() adds headers, also to an answer that has nothing else", () => {
  expect(answerOf({ headers: { "X-Vercel-Verify": " abc " } })).toEqual({
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8", "x-vercel-verify": "abc" },
    body: "",
  });
  expect(answerOf({ status: 204, headers: { "x-a": "" } })?.headers).toEqual({ "x-a": "" });
});
