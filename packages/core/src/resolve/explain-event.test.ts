import { expect, test } from "vitest";
import type { CompileOptions } from "../compile/options.ts";
import { compileHooks } from "../engine.ts";
import type { MappingInput } from "../model/config.ts";
import type { HookEvent } from "../model/event.ts";
import type { Explanation } from "../model/explanation.ts";

const template = { messageTemplate: "x" };

test("explainEvent() says of each mapping whether it was tried, and which clause failed", async () => {
  const { matches } = await explain(
    [
      { match: { path: "cd" }, ...template },
      { match: { path: "ci", source: "nightly" }, ...template },
      { match: { headers: { "X-Event": ["pull_request", "push"] } }, ...template },
      { match: { query: { kind: "full" } }, ...template },
      { match: { when: { "==": [{ var: "payload.n" }, 1] } }, ...template },
      { match: { not: { path: "ci" } }, ...template },
      { match: { path: "ci" }, ...template },
      { match: { path: "last" }, ...template },
    ],
    { path: "ci", payload: { source: "weekly", n: 2 }, headers: { "x-event": "pushed" } },
  );
  expect(matches).toMatchObject([
    { result: "not matched", clause: "path", seen: "ci", wouldMatchIf: 'the path were "cd"' },
    { clause: "source", seen: "weekly", wouldMatchIf: 'the source were "nightly"' },
    { clause: "headers.x-event", seen: "pushed", wouldMatchIf: 'header "x-event" were "push"' },
    { clause: "query.kind", wouldMatchIf: 'query parameter "kind" were "full"' },
    {
      clause: "when",
      wouldMatchIf: "the condition held",
      condition: [
        { operator: "var", value: 2 },
        { operator: "==", value: false },
      ],
    },
    { clause: "not", wouldMatchIf: "the clauses under match.not did not all hold" },
    { mappingId: "mapping-7", result: "matched" },
    { mappingId: "mapping-8", result: "not tried" },
  ]);
  expect(matches[3]).not.toHaveProperty("seen");
});

test("explainEvent() names the first of the wanted values where none is near", async () => {
  const { matches } = await explain(
    [{ match: { headers: { "x-event": ["push", "release"] } }, ...template }],
    { path: "ci", payload: {}, headers: { "x-event": "ping-from-somewhere" } },
  );
  expect(matches).toMatchObject([{ wouldMatchIf: 'header "x-event" were "push"' }]);
});

test("explainEvent() says that a condition could not be evaluated", async () => {
  const when = { "==": [{ var: "payload.a" }, "x"] };
  const { matches } = await explain(
    [
      { match: { when }, ...template },
      { match: { not: { when } }, ...template },
    ],
    { path: "ci", payload: { a: { toString: 1, valueOf: 2 } } },
  );
  const wouldMatchIf = "the condition could be evaluated for this payload";
  expect(matches).toMatchObject([
    { clause: "when", wouldMatchIf },
    { clause: "not", wouldMatchIf },
  ]);
});

test("explainEvent() reports the condition of the mapping that matched", async () => {
  const { matches } = await explain(
    [{ match: { when: { ">": [{ var: "payload.n" }, 1] } }, ...template }],
    { path: "ci", payload: { n: 2 } },
  );
  expect(matches).toMatchObject([
    { result: "matched", condition: [{ operator: "var" }, { operator: ">", value: true }] },
  ]);
});

test("explainEvent() reports where every piece of a field comes from", async () => {
  const { fields } = await explain(
    [
      {
        match: { path: "ci" },
        messageTemplate: "Job {{job.name}}{{gone}}!",
        name: "{{headers.h}}",
      },
    ],
    { path: "ci", payload: { job: { name: "lint" } }, headers: { h: "H" } },
  );
  expect(fields).toMatchObject([
    {
      field: "message",
      text: "Job lint!",
      spans: [
        { text: "Job ", origin: { kind: "operator" } },
        {
          text: "lint",
          origin: { kind: "payload", expression: "{{job.name}}", paths: ["payload.job.name"] },
        },
        { text: "!", origin: { kind: "operator" } },
      ],
    },
    { field: "name", text: "H", spans: [{ origin: { paths: ["headers.h"] } }] },
  ]);
});

test("explainEvent() numbers the fields of a mapping that makes one action per element", async () => {
  const { fields } = await explain(
    [{ match: { path: "ci" }, forEach: "list", messageTemplate: "{{item}}" }],
    { path: "ci", payload: { list: ["a", "b"] } },
  );
  expect(fields).toMatchObject([
    { field: "message", index: 0, text: "a" },
    { field: "message", index: 1, text: "b" },
  ]);
});

test("explainEvent() reports empty expressions with the name that was probably meant", async () => {
  const { emptyExpressions } = await explain(
    [
      {
        match: { path: "ci" },
        messageTemplate:
          "{{job.nmae}} {{jbo.name}} {{job.name.first}} {{else_where}} {{headers.h}} {{nil.x}} {{nil}}",
      },
    ],
    { path: "ci", payload: { job: { name: "lint" }, nil: null } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{job.nmae}}", nearest: "job.name" },
    { field: "message", expression: "{{jbo.name}}", nearest: "job" },
    { field: "message", expression: "{{job.name.first}}" },
    { field: "message", expression: "{{else_where}}" },
    { field: "message", expression: "{{headers.h}}" },
    { field: "message", expression: "{{nil.x}}" },
    { field: "message", expression: "{{nil}}" },
  ]);
});

test("explainEvent() names the field of the payload where a block has none of that name", async () => {
  const { emptyExpressions } = await explain(
    [{ match: { path: "ci" }, messageTemplate: "x{{#with a}}{{sender.login}}{{gone.x}}{{/with}}" }],
    { path: "ci", payload: { a: { b: 1 }, sender: { login: "ann" } } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{sender.login}}", nearest: "sender.login" },
    { field: "message", expression: "{{gone.x}}" },
  ]);
});

test("explainEvent() tells the stages in order", async () => {
  const mapping = { match: { path: "ci" }, messageTemplate: "x", transform: { module: "t.js" } };
  const stagesOf = async (result: unknown): Promise<readonly string[]> => {
    const transforms = { "t.js": { default: () => result } };
    const event = { path: "ci", payload: {} };
    return (await explain([{ ...mapping, name: "Mine" }], event, { transforms })).stages;
  };
  expect(await stagesOf({ name: "Yours" })).toEqual([
    "The transform was run.",
    "The transform changed nothing.",
    'The transform returned "name", which the mapping has locked.',
    "The policies accept the agent action.",
    "The session key is a new one, as nothing sets it.",
    "No agent is named, so it is the default one.",
    "The message has 1 character and no fence: the operator wrote it without a value of the payload.",
  ]);
  expect((await stagesOf({ message: "y", to: "+1" }))[1]).toBe(
    "The transform changed message, to.",
  );
  expect((await stagesOf({ kind: "wake", text: "y" })).slice(1, 3)).toEqual([
    "The transform changed kind, text.",
    "The policies accept the wake action.",
  ]);
  expect(await stagesOf(null)).toEqual(["The transform says that there is nothing to do."]);
  expect(await stagesOf({ deliver: 1 })).toMatchObject([
    expect.stringMatching(/^Refused \(transform_failed\): The transform of mapping "mapping-1" /),
  ]);
  expect(await stagesOf({ sessionKey: "main" })).toMatchObject([
    "The transform was run.",
    "The transform changed sessionKey.",
    'Refused (session_key_refused): The session key must start with "hook:".',
  ]);
});

test("explainEvent() says that a mapping skips its events", async () => {
  const { stages } = await explain([{ match: { path: "ci" }, skip: true }], {
    path: "ci",
    payload: {},
  });
  expect(stages).toEqual(["The mapping skips its events: nothing is done."]);
});

test("explainEvent() reports nothing of templates where nothing matched", async () => {
  const explanation = await explain([{ match: { path: "cd" }, ...template }], {
    path: "ci",
    payload: {},
  });
  expect(explanation).toMatchObject({
    resolution: { outcome: "unmatched" },
    fields: [],
    emptyExpressions: [],
    stages: [],
  });
});

function explain(
  mappings: MappingInput[],
  event: HookEvent,
  options?: CompileOptions,
): Promise<Explanation> {
  return compileHooks({ hooks: { mappings } }, options).explain(event);
}
