import { expect, test } from "vitest";
import { explain } from "../../../test/explaining/explain.ts";
import { compileHooks } from "../../compile-hooks.ts";
import type { ExplainOptions } from "../../model/explanation.ts";
import type { MappingInput } from "../config/config.ts";

const template = { messageTemplate: "x" };

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

test("explainEvent() reports the stages in order", async () => {
  const mapping = {
    match: { path: "ci" },
    messageTemplate: "x",
    transform: { module: "t.js", lock: true },
  };
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
  expect((await stagesOf({ sessionKey: "main" })).slice(0, 4)).toEqual([
    "The transform was run.",
    "The transform changed sessionKey.",
    "The policies accept the agent action.",
    'The session key was put under "hook:", where all keys from outside belong.',
  ]);
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

test("explainEvent() says of which element it tells a stage, and what was left out", async () => {
  const when = { "!=": [{ var: "item" }, "skipped"] };
  const forEach = { path: "list", limit: "first", when } as const;
  const mapping = {
    match: { path: "ci" },
    forEach,
    sessionKey: "hook:{{item}}",
    messageTemplate: "{{item}}",
  };
  const stagesOf = async (list: unknown) =>
    (await explain([mapping], { path: "ci", payload: { list } })).stages;
  expect(await stagesOf(["a", "", "skipped"])).toEqual([
    'forEach.when chooses 2 of 3 elements of "list".',
    "Element 0: The policies accept the agent action.",
    "Element 0: The session key is accepted: the operator wrote it, or how it begins.",
    "Element 0: No agent is named, so it is the default one.",
    expect.stringMatching(/^Element 0: The message has 1 character, \d+ with the fence/),
    'Element 1: Refused (session_key_refused): "sessionKey" of mapping "mapping-1" is "hook:{{item}}". Every expression of it is empty for this event.',
  ]);
  expect((await stagesOf(Array.from({ length: 203 }, () => "a"))).at(-1)).toBe(
    "Elements beyond 200 are left out: 3.",
  );
  expect(await stagesOf(["skipped"])).toEqual([
    'forEach.when chooses 0 of 1 elements of "list".',
    'forEach.when chooses no element of "list": nothing is done.',
  ]);
  expect(await stagesOf([])).toEqual(['The list "list" is empty: nothing is done.']);
  expect(await stagesOf("a")).toEqual([
    'Refused (invalid_payload): "list" must be a list, not a string.',
  ]);
});

test("explainEvent() says first that every expression of a text is empty", async () => {
  const first = async (mapping: MappingInput, payload: object) =>
    (await explain([{ match: { path: "ci" }, ...mapping }], { path: "ci", payload })).stages[0];
  expect(await first({ messageTemplate: "{{a}}: {{b.c}}{{a}}", name: "{{d}}" }, {})).toBe(
    "Every expression of the message is empty, so that only its literal text is left: {{a}}, {{b.c}}.",
  );
  expect(await first({ action: "wake", textTemplate: "Got {{a}}" }, {})).toBe(
    "Every expression of the text is empty, so that only its literal text is left: {{a}}.",
  );
  const each = { forEach: "list", messageTemplate: "x{{item.a}}" };
  expect(await first(each, { list: [{ a: 1 }, {}] })).toMatch(/^Every expression of the message/);
  expect(await first(each, { list: [{ a: 1 }] })).toMatch(/^Element 0: The policies/);
  expect(await first({ messageTemplate: "{{a}}: {{b}}" }, { a: 1 })).toMatch(/^The policies/);
});

test("explainEvent() reports what the policies decided of the built-in routes", async () => {
  const stagesOf = async (path: string, payload: unknown) =>
    (await explain([], { path, payload })).stages;
  expect(await stagesOf("agent", { message: "x", sessionKey: "hook:a" })).toEqual([
    "The policies accept the agent action.",
    'The session key is accepted: it starts with "hook:".',
    "No agent is named, so it is the default one.",
    expect.stringContaining("with the fence"),
  ]);
  expect(await stagesOf("agent", { message: "x", sessionKey: "a\nb" })).toEqual([
    'Refused (session_key_refused): The request has it as "sessionKey".',
  ]);
  expect(await stagesOf("wake", { text: "x" })).toHaveLength(3);
  expect(await stagesOf("wake", {})).toMatchObject([
    expect.stringMatching(/^Refused \(invalid_payload\)/),
  ]);
});

test("explainEvent() reports an expression that is empty in each turn of a loop once", async () => {
  const { emptyExpressions } = await explain(
    [{ messageTemplate: "x{{#each list}}{{gone}}{{/each}}", name: "{{gone}}" }],
    { path: "ci", payload: { list: [1, 2, 3] } },
  );
  expect(emptyExpressions).toEqual([
    { field: "message", expression: "{{gone}}" },
    { field: "name", expression: "{{gone}}" },
  ]);
});

test("explainEvent() leaves out why mappings did not match if the options say so", async () => {
  const hooks = compileHooks({
    hooks: { mappings: [{ match: { path: "a" }, messageTemplate: "x" }] },
  });
  const event = { path: "a", payload: {} };
  expect((await hooks.explain(event, { matches: "skip" })).matches).toEqual([]);
  expect((await hooks.explain(event)).matches).toHaveLength(1);
});

const FIRING = {
  match: { path: "alerts" },
  forEach: { path: "alerts", when: { "==": [{ var: "item.status" }, "firing"] } },
  messageTemplate: "{{item.name}}",
};

test("reportElements() reports what forEach.when saw in each element", async () => {
  const alerts = [
    { status: "resolved", name: "disk" },
    { status: "firing", name: "cpu" },
  ];
  const { elements } = await explain([FIRING], { path: "alerts", payload: { alerts } });
  expect(elements).toEqual([
    {
      index: 0,
      isChosen: false,
      wouldBeChosenIf: 'item.status were "firing"',
      atoms: [
        {
          path: [],
          expression: 'item.status == "firing"',
          holds: false,
          seen: [{ expression: "item.status", value: "resolved" }],
          wouldMatchIf: 'item.status were "firing"',
        },
      ],
    },
    {
      index: 1,
      isChosen: true,
      atoms: [
        {
          path: [],
          expression: 'item.status == "firing"',
          holds: true,
          seen: [{ expression: "item.status", value: "firing" }],
        },
      ],
    },
  ]);
});

test("reportElements() reads the event and the index as well", async () => {
  const when = { and: [{ ">": [{ var: "index" }, 0] }, { exists: "headers.x-event" }] };
  const mapping = { ...FIRING, forEach: { path: "alerts", when } };
  const { elements } = await explain([mapping], { path: "alerts", payload: { alerts: [1, 2] } });
  expect(elements.map(({ atoms }) => atoms.map(({ holds }) => holds))).toEqual([
    [false, false],
    [true, false],
  ]);
  expect(elements[0]?.atoms[0]?.seen).toEqual([{ expression: "index", value: 0 }]);
});

// What explain says where it leaves the transform of a mapping out.

async function explainWithout(mapping: Partial<MappingInput>, options?: ExplainOptions) {
  let calls = 0;
  const transforms = {
    "t.js": {
      default: () => {
        calls += 1;
        return { message: "of the transform" };
      },
    },
  };
  const config = {
    hooks: {
      mappings: [{ id: "m", match: { path: "ci" }, transform: { module: "t.js" }, ...mapping }],
    },
  };
  const event = { path: "ci", payload: { job: "lint", list: [1, 2] } };
  const explanation = await compileHooks(config, { transforms }).explain(event, options);
  return { calls, ...explanation };
}

const NOTE = {
  code: "transform_left_out",
  message:
    'The transform of mapping "m" was left out. What is shown is what the mapping alone makes.',
};

test("explain() leaves the transform out if the options ask for it, and reports that", async () => {
  const { calls, notes, resolution, stages } = await explainWithout(
    { messageTemplate: "{{job}}" },
    { transforms: "skip" },
  );
  expect(calls).toBe(0);
  expect(notes).toEqual([NOTE]);
  expect(resolution).toMatchObject({ outcome: "action", action: { untrustedText: "lint" } });
  expect(stages[0]).toBe("The policies accept the agent action.");
});

test("explain() reports once that the transform is left out for all elements of a list", async () => {
  const mapping = { forEach: "list", messageTemplate: "{{item}}" };
  const { calls, notes, resolution } = await explainWithout(mapping, {
    transforms: "skip",
  });
  expect([calls, notes]).toEqual([0, [NOTE]]);
  expect(resolution).toMatchObject({ outcome: "batch", elements: [{ index: 0 }, { index: 1 }] });
});

test("explain() reports that only the transform gives an action its text", async () => {
  const { notes, resolution } = await explainWithout({}, { transforms: "skip" });
  expect(notes).toEqual([NOTE]);
  expect(resolution).toMatchObject({
    outcome: "refused",
    mappingId: "m",
    refusal: {
      code: "empty_text",
      message: "Only the transform, which was left out, gives this action a text.",
    },
  });
});

test("explainEvent() reports each of several mappings that get the event, with its id", async () => {
  const list = { forEach: { path: "list", when: { ">": [{ var: "item" }, 1] } } };
  const hooks = compileHooks({
    hooks: {
      mappings: [
        {
          id: "tell",
          match: { path: "ci" },
          continue: true,
          messageTemplate: "tell {{a}}{{gone}}",
        },
        { id: "other", match: { path: "other" }, ...template },
        { id: "each", match: { path: "ci" }, ...list, messageTemplate: "each {{item}}" },
        { id: "late", match: { path: "ci" }, ...template },
      ],
    },
  });
  const explained = await hooks.explain(
    { path: "ci", payload: { a: 1, list: [1, 2, 3] } },
    { details: "report" },
  );
  const { matches, fields, emptyExpressions, elements, stages, parts } = explained;
  expect(matches.map(({ result }) => result)).toEqual([
    "matched",
    "not matched",
    "matched",
    "not tried",
  ]);
  expect(fields.map(({ mappingId, index, text }) => [mappingId, index, text])).toEqual([
    ["tell", undefined, "tell 1"],
    ["each", 1, "each 2"],
    ["each", 2, "each 3"],
  ]);
  expect(emptyExpressions).toMatchObject([{ mappingId: "tell", expression: "{{gone}}" }]);
  expect(elements.map(({ mappingId, isChosen }) => [mappingId, isChosen])).toEqual([
    ["each", false],
    ["each", true],
    ["each", true],
  ]);
  expect(parts.map(({ mappingId, index }) => [mappingId, index])).toEqual([
    ["tell", undefined],
    ["each", 1],
    ["each", 2],
  ]);
  expect(stages).toContain('Mapping "tell": The policies accept the agent action.');
  expect(stages).toContain('Mapping "each": Element 1: The policies accept the agent action.');
});
