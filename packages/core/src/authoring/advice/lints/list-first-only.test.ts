// Templates that read the first element of a list → the lint, its change, and what is reported for each event.
import { expect, test } from "vitest";
import { BEARER, createHarness } from "../../../../test/ingress/harness.ts";
import { compileHooks, safeCompileHooks } from "../../../compile-hooks.ts";
import type { MappingInput } from "../../config/config.ts";

const configOf = (keys: MappingInput, path = "x") => ({
  hooks: { mappings: [{ id: "m", match: { path }, ...keys } as MappingInput] },
});

function lintFirst(keys: MappingInput, path?: string) {
  const result = safeCompileHooks(configOf(keys, path));
  const all = result.ok ? [...result.hooks.warnings, ...result.hooks.hints] : result.problems;
  return all.filter(({ code }) => code === "list_first_only");
}

const text = (messageTemplate: string) => ({ messageTemplate });

test.each([
  ["{{title}}{{labels[0].name}}", '"labels"', "{{#each labels}}"],
  ["{{a[0].b}}{{c[0].d}}", '"a"', "{{#each a}}"],
  ["{{events[0].a}}{{alerts[0].b}}", '"events"', "{{#each events}}"],
  ["{{a.__proto__[0].b}}", '"a.__proto__"', "Write {{#each"],
  ["{{body.__proto__[0].b}}", '"body.__proto__"', "Write {{#each"],
])("list_first_only: has no fix where the list may be a detail: %s", (template, name, words) => {
  const [problem, ...others] = lintFirst(text(template));
  expect(others).toEqual([]);
  expect(problem?.message).toContain(name);
  expect(problem?.hint).toContain(words);
  expect(problem).not.toHaveProperty("change");
});

test.each([
  "{{messages[0].a}}{{messages[1].a}}",
  "{{messages[0].a}} of {{messages.length}}",
  "{{messages[0].a}}{{#each messages}}{{b}}{{/each}}",
  "{{messages[0].a}}{{json payload}}",
  "{{first messages}}",
  "{{grid[1][0]}}",
  "{{query.[0]}}{{title}}",
  "{{#each rows}}{{cells.[0]}}{{/each}}",
])("list_first_only: accepts %s", (messageTemplate) => {
  expect(lintFirst({ messageTemplate })).toEqual([]);
});

test("list_first_only: reports nothing where the rest is not lost", () => {
  const messageTemplate = "{{messages[0].a}}";
  expect(lintFirst({ messageTemplate, forEach: "messages" })).toEqual([]);
  expect(lintFirst({ messageTemplate, skip: true })).toEqual([]);
  expect(lintFirst({ messageTemplate: "x", sessionKey: "hook:{{messages[0].id}}" })).toEqual([]);
  expect(lintFirst({ messageTemplate, name: "{{join messages}}" })).toEqual([]);
  const transforms = { "t.js": () => undefined };
  const own = { messageTemplate, transform: { module: "t.js" } };
  expect(compileHooks(configOf(own), { transforms }).hints).toEqual([]);
});

test("resolve() notes each list of which only the first element was read", async () => {
  const hooks = compileHooks(configOf(text("{{entry[0].rows[0].a}}{{payload.own[0].b}}")));
  const note = async (payload: unknown) => {
    const resolution = await hooks.resolve({ path: "x", payload });
    return resolution.outcome === "action" ? resolution.notes : resolution.outcome;
  };
  expect(await note({ entry: [{ rows: [1, 2, 3] }, { rows: [] }] })).toEqual([
    'List "entry" has 2 elements, only [0] was read.',
    'List "entry[0].rows" has 3 elements, only [0] was read.',
  ]);
  expect(await note({ entry: [{ rows: [1] }] })).toBeUndefined();
  expect(await note({ entry: "no list" })).toBeUndefined();
  expect(await note({ payload: { own: [1, 2] } })).toEqual([
    'List "own" has 2 elements, only [0] was read.',
  ]);
});

test("createRecord() and explain() tell it, for a wake too", async () => {
  const wake = { action: "wake", textTemplate: "{{events[0].name}}" } as const;
  const config = configOf(wake);
  const payload = { events: [{ name: "a" }, { name: "b" }, { name: "c" }] };
  const note = 'List "events" has 3 elements, only [0] was read.';
  const { resolution } = await compileHooks(config).explain({ path: "x", payload });
  expect(resolution).toMatchObject({ outcome: "action", notes: [note], warnings: [] });
  const harness = createHarness({ hooks: config.hooks });
  await harness.send({ target: "/hooks/x", body: JSON.stringify(payload), headers: BEARER });
  expect(harness.records).toMatchObject([{ status: 200, detail: note }]);
});

test.each([
  ["{{body[0].email}}", "body", "payload", [{ email: "a" }, { email: "b" }]],
  ["{{body.items[0].email}}", "body.items", "items", { items: [{ email: "a" }, { email: "b" }] }],
])(
  "list_first_only: knows the root of another tool in %s, and its hint holds for both bodies",
  async (written, asField, asBody, bare) => {
    const [found] = lintFirst(text(written));
    expect(found?.change).toBeUndefined();
    expect(found?.hint).toContain(
      `"forEach": "${asBody}"; where it has one, "forEach": "${asField}"`,
    );
    const count = async (forEach: string, payload: unknown) => {
      const config = configOf({ forEach, messageTemplate: "{{item.email}}" });
      const resolution = await compileHooks(config).resolve({ path: "x", payload });
      return resolution.outcome === "batch" ? resolution.elements.length : resolution.outcome;
    };
    expect(await count(asBody, bare)).toBe(2);
    expect(await count(asField, { body: bare })).toBe(2);
  },
);
