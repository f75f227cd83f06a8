// Explanations of real events → text for people.
import {
  type CompileOptions,
  compileHooks,
  type HelperDefinition,
  type HookEvent,
  type MappingInput,
} from "@hookwright/core";
import { expect, test } from "vitest";
import { explanationToText } from "./explanation-to-text.ts";
import { createStyle } from "./style.ts";

const template = { messageTemplate: "{{job}}" };

test("explanationToText() prints a section for each part that is not empty", async () => {
  const text = await explain([{ id: "ci", match: { path: "ci" }, ...template }], {
    path: "ci",
    payload: { job: "lint" },
  });
  expect(text).toMatch(
    /^Mappings\n {2}✓ ci: matched\n\nRendered\n {2}message → "lint"\n {6}\{\{job\}\} → "lint" \(payload\.job\)\n\nStages\n(?: {2}\d+\. .+\n)+\nResult\n {2}Action: agent\./,
  );
  const unmatched = await explain([], { path: "ci", payload: {} });
  expect(unmatched).toBe("Result\n  Not found: no mapping takes this event. The sender gets 404.");
});

test("explanationToText() says why each clause failed", async () => {
  const text = await explain(
    [
      { id: "source", match: { source: "nightly" }, ...template },
      { id: "header", match: { headers: { "x-event": "push" } }, ...template },
      { id: "when", match: { when: { "==": [{ var: "payload.n" }, 1] } }, ...template },
      { id: "not", match: { not: { path: "ci" } }, ...template },
    ],
    { path: "ci", payload: { n: 2 }, headers: { "x-event": "p\u001B" } },
  );
  expect(text).toContain(
    '✗ source: source is missing; it would match if the source were "nightly"',
  );
  expect(text).toContain('✗ header: headers.x-event is "p\\u001b"; it would match if header');
  expect(text).toContain("✗ when: when does not hold; it would match if payload.n were 1");
  expect(text).toContain("\n      payload.n == 1  false (seen 2)\n");
  expect(text).toContain("✗ not: not does not hold");
});

test("explanationToText() shows each atom of a condition with what it saw", async () => {
  const when = {
    and: [
      { "==": [{ var: "payload.workflow_run.head_branch" }, "main"] },
      { "==": [{ var: "payload.a" }, { var: "payload.b" }] },
      { "==": ["payload.a", "x"] },
      { "<": [{ var: "payload.o" }, 1] },
    ],
  };
  const payload = {
    workflow_run: { head_branch: "feature/x\u001b" },
    a: 1,
    o: { valueOf: 1, toString: 1 },
  };
  const text = await explain([{ id: "m", match: { when }, ...template }], { path: "ci", payload });
  expect(text).toContain(
    [
      '      payload.workflow_run.head_branch == "main"  false (seen "feature/x\\u001b")',
      "      payload.a == payload.b  false (seen payload.a: 1, payload.b: nothing)",
      '      "payload.a" == "x"  false',
      '      payload.o < 1  cannot be evaluated (seen {"valueOf":1,"toString":1})',
    ].join("\n"),
  );
});

test("explanationToText() folds the mappings of other paths when there are many", async () => {
  const mappings = Array.from({ length: 15 }, (_, index) => ({
    match: { path: `other-${index}` },
    ...template,
  }));
  const text = await explain(mappings, { path: "ci", payload: {} });
  expect(text.match(/✗/g)).toHaveLength(10);
  expect(text).toContain("· 5 more are for other paths");
});

test("explanationToText() names helpers, and the fields that were probably meant", async () => {
  const mapping = { match: { path: "ci" }, messageTemplate: "{{shout job}}{{jbo}}{{headers.h}}" };
  const shout: HelperDefinition = { arity: [1, 1], call: ([text]) => `${text}!` };
  const event = { path: "ci", payload: { job: "lint" } };
  const text = await explain([mapping], event, { helpers: { shout } });
  expect(text).toContain('{{shout job}} → "lint!" (payload.job, helper shout)');
  expect(text).toContain("empty message: {{jbo}} Did you mean {{job}}?");
  expect(text).toMatch(/empty message: \{\{headers\.h\}\}$/m);
});

test("explanationToText() shows a wake, with notes", async () => {
  const text = await explain([], { path: "wake", payload: { text: "Hello", extra: 1 } });
  expect(text).toContain("Action: wake. The sender gets 200.\n    mode: now\n    │ ");
  expect(text).toContain("│ > Hello");
  expect(text).toContain('note The field "extra" is not known and was ignored.');
});

test("explanationToText() shows a field that a transform must not set", async () => {
  const mapping = { id: "t", match: { path: "ci" }, ...template };
  const transforms = { "t.js": { default: () => ({ channel: "slack", name: "Mine" }) } };
  const transform = { module: "t.js", lock: ["name" as const] };
  const event = { path: "ci", payload: { job: "lint" } };
  const text = await explain([{ ...mapping, transform }], event, { transforms });
  expect(text).toContain("channel: slack");
  expect(text).toMatch(/note .*"name"/);
  const handled = { "t.js": { default: () => null } };
  expect(await explain([{ ...mapping, transform }], event, { transforms: handled })).toContain(
    "Handled: there is nothing to do. The sender gets 204.",
  );
});

test("explanationToText() shows a refusal with its paths and the detail for the operator", async () => {
  const request = await explain([], { path: "wake", payload: { text: 1, mode: "later" } });
  expect(request).toContain("Refused with 400 invalid_payload: ");
  expect(request).toMatch(/\n {4}\/text: .+\n {4}\/mode: /);
  const mapping = { match: { path: "ci" }, ...template, transform: { module: "t.js" } };
  const transforms = { "t.js": { default: () => ({ deliver: "yes" }) } };
  const failed = await explain([mapping], { path: "ci", payload: {} }, { transforms });
  expect(failed).toContain("Refused with 500 transform_failed: ");
  expect(failed).toMatch(/\n {4}.*deliver/);
});

test("explanationToText() says first that every expression of a text is empty", async () => {
  const mapping = { id: "m", match: { path: "ci" }, messageTemplate: "New: {{body}}" };
  const first =
    "warning Every expression of the message is empty, so that only its literal text is left: {{body}}.";
  expect((await explain([mapping], { path: "ci", payload: {} })).split("\n")[0]).toBe(first);
  const each = { ...mapping, forEach: "list" };
  const list = await explain([each], { path: "ci", payload: { list: [{}] } });
  expect(list.split("\n")[0]).toBe(first);
  expect(await explain([mapping], { path: "ci", payload: { body: 1 } })).toMatch(/^Mappings\n/);
});

test("explanationToText() shows the nearest mapping", async () => {
  const mapping = { id: "m", match: { path: "ci", source: "s" }, messageTemplate: "x" };
  const text = await explain([mapping], { path: "ci", payload: {} });
  expect(text).toContain('The sender gets 404.\n    The nearest mapping is "m": its match.source');
});

test("explanationToText() shows each element of a list", async () => {
  const mapping = {
    match: { path: "ci" },
    forEach: "list",
    sessionKey: "hook:{{item.x}}",
    messageTemplate: "{{item.x}}",
  };
  const some = await explain([mapping], { path: "ci", payload: { list: [{ x: "a" }, {}] } });
  expect(some).toContain('[0] message → "a"');
  expect(some).toContain("Batch of 2 elements. The sender gets 202.\n  [0] Action: agent.");
  expect(some).toContain("\n  [1] Refused with 400 session_key_refused");
  expect(some).not.toContain("left out");
  const many = Array.from({ length: 201 }, () => ({ x: "a" }));
  const first = { ...mapping, forEach: { path: "list", limit: "first" as const } };
  expect(await explain([first], { path: "ci", payload: { list: many } })).toContain(
    "note 1 element left out.",
  );
});

test("explanationToText() begins with surprising facts about the payload", async () => {
  const event = { path: "ci", payload: { payload: { job: "a" } }, integersAsText: ["1\u001b"] };
  const text = await explain([{ match: { path: "ci" }, ...template }], event);
  expect(text).toMatch(
    /\n\nNotes\n {2}Numbers that .* digits: 1\\u001b\. \(number_precision\)\n {2}The body has a key .*\. \(payload_key\)\n\nMappings\n/,
  );
});

test("explanationToText() says why an expression with a helper is empty for any value", async () => {
  const messageTemplate = [
    "{{date a}}{{date b}}{{number c}}{{number d}}{{date e}}{{number f}}{{date 1 g}}",
    "{{bytes h}}{{number (upper i)}}{{ago j}}",
  ].join("");
  const payload = { a: "", b: [1], c: {}, d: true, e: "0001-01-01", f: "\u001b", g: "Qo", i: "x" };
  const event = { path: "ci", payload: { ...payload, h: `0.${"1".repeat(400)}` } };
  const text = await explain([{ match: { path: "ci" }, messageTemplate }], event);
  const lines = text.split("\n").filter((line) => / is /.test(line) && line.startsWith("      "));
  expect(lines.map((line) => line.trim().slice(0, 110))).toEqual([
    'payload.a is an empty text that no date format fits: ""',
    "payload.b is a list of 1 element that no date format fits: [1]",
    "payload.c is an object, not a number: {}",
    "payload.d is a boolean, not a number: true",
    'payload.e is a placeholder for no date: "0001-01-01"',
    'payload.f is text of 1 character, not a number: "\\u001b"',
    'payload.g is text of 2 characters, not a pattern or zone: "Qo"',
    expect.stringContaining(
      "payload.h is text of 402 characters, more digits than can be calculated with: ",
    ),
    'the argument of number is text of 1 character, not a number: "X"',
    "payload.j is missing or null",
  ]);
});

test("explanationToText() shows what decided a block for any value", async () => {
  const messageTemplate = [
    "x{{#if a}}{{/if}}{{#if b}}{{/if}}{{#with c}}{{/with}}{{#if @first}}{{/if}}{{#each d}}{{/each}}",
    "{{#if (and e f)}}{{/if}}{{#if (lookup c 'x')}}{{/if}}",
  ].join("");
  const payload = { a: [], b: [1, 2], c: {}, d: { one: 1 }, e: "e\u001b" };
  const mapping = { match: { path: "ci" }, messageTemplate, name: "{{#if a}}A{{/if}}" };
  const text = await explain([mapping], { path: "ci", payload });
  expect(
    text.split("\n").filter((line) => line.includes("→") && line.includes(" because ")),
  ).toEqual([
    "      {{#if a}} → nothing, because payload.a is an empty list",
    "      {{#if b}} → shown, because payload.b is a list of 2 elements",
    "      {{#with c}} → shown, because payload.c is an object",
    "      {{#if @first}} → nothing, because it is empty",
    "      {{#each d}} → shown 1 time, because payload.d is an object",
    '      {{#if (and e f)}} → nothing, because it is empty (payload.e is "e\\u001b", payload.f is missing)',
    "      {{#if (lookup c 'x')}} → nothing, because it is empty (payload.c is an object)",
    "      {{#if a}} → nothing, because payload.a is an empty list",
  ]);
  expect(text).toContain("\n  name → nothing\n");
});

async function explain(
  mappings: MappingInput[],
  event: HookEvent,
  options?: CompileOptions,
): Promise<string> {
  const explanation = await compileHooks({ hooks: { mappings } }, options).explain(event);
  return explanationToText(explanation, createStyle(false));
}

test("explanationToText() names the mapping of each part if several get the event", async () => {
  const mappings = [
    { id: "tell", match: { path: "ci" }, continue: true, ...template, name: "{{gone}}" },
    { id: "each", match: { path: "ci" }, forEach: "list", messageTemplate: "{{item}}" },
    { id: "late", match: { path: "ci" }, ...template },
  ];
  const text = await explain(mappings, { path: "ci", payload: { job: "lint", list: [1, 2] } });
  for (const line of [
    "✓ tell: matched",
    "✓ each: matched",
    "· 1 mapping not tried",
    'tell message → "lint"',
    'each [1] message → "2"',
    "tell name: {{gone}}",
    'Mapping "each": Element 1: The policies accept',
    "Batch of 3 elements of 2 mappings. The sender gets 202.",
    "[0] tell: Action: agent.",
    "[2] each [1]: Action: agent.",
  ]) {
    expect(text).toContain(line);
  }
});
