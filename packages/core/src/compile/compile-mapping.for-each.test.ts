import { expect, test } from "vitest";
import { compileUsable } from "../../test/reporting.ts";
import type { MappingInput } from "../config/config.ts";
import { compileWithAdvice } from "../engine.ts";

const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

const configOf = (changes: MappingInput) => ({
  hooks: { mappings: [{ ...mapping, ...changes }] },
});

const compile = (changes: MappingInput) => compileWithAdvice(configOf(changes), {});

test.each([
  "messages",
  "data.items",
  "a[0].b",
  "payload.messages",
  "commits-list",
  "a[0][1]",
  "$list",
  "__prototype__",
  "a.[b.c]",
  "[b.c]",
  '["b.c"].list',
  'a["b.c"]',
  "a['b c'].d",
  "fields.[System.Items].0.list",
])("compileForEach() accepts the path %s", (path) => {
  expect(compile({ forEach: path }).problems).toEqual([]);
});

test.each([
  ["messages", ["messages"], false],
  ["payload.messages", ["messages"], true],
  ["data.items[0].list", ["data", "items", "0", "list"], false],
  ["payload", [], true],
  ["a.[b.c].d", ["a", "b.c", "d"], false],
  ['payload["b.c"]', ["b.c"], true],
])("compileForEach() takes %s apart", (path, steps, isFromPayload) => {
  const { compiled } = compileUsable(configOf({ forEach: path }));
  expect(compiled.mappings[0]?.forEach).toEqual({
    path,
    steps,
    isFromPayload,
    when: undefined,
    isSliced: false,
    takesFirst: false,
    atomic: false,
    parse: false,
    single: false,
  });
});

test.each([
  [undefined, "mandrill_events", [], true],
  [undefined, "mandrill_events[0].list", ["0", "list"], true],
  [undefined, "payload", [], true],
  [undefined, "other", ["other"], false],
  ["json", "mandrill_events", ["mandrill_events"], false],
] as const)(
  "compileForEach() takes with the body %j the field whose JSON is the payload for it: %s",
  (body, path, steps, isFromPayload) => {
    const secret = "0123456789abcdef0123456789";
    const auth = { provider: "mandrill", secret, publicUrl: "https://a.example/hooks/ci" };
    const { compiled } = compileUsable(configOf({ auth, forEach: path, ...(body && { body }) }));
    expect(compiled.mappings[0]?.forEach).toMatchObject({ steps, isFromPayload });
  },
);

test("compileForEach() reports what is wrong with a condition and a limit", () => {
  const when = { "==": [{ var: "elemnt.id" }, 1] };
  const problems = (forEach: object) =>
    compile({ forEach: { path: "list", ...forEach } } as MappingInput).problems;
  expect(problems({ when })).toMatchObject([
    {
      code: "condition_variable",
      path: ["hooks", "mappings", 0, "forEach", "when", "==", 0, "var"],
      message: 'There is no "elemnt" to read.',
    },
  ]);
  expect(problems({ when: "item.id" })).toMatchObject([
    { code: "wrong_type", path: ["hooks", "mappings", 0, "forEach", "when"] },
  ]);
  expect(problems({ limit: 200 })).toMatchObject([
    { code: "invalid_value", path: ["hooks", "mappings", 0, "forEach", "limit"] },
  ]);
  expect(problems({ when: { "==": [{ var: "item.id" }, 1] }, limit: "first" })).toEqual([]);
});

test.each([
  "{{messages}}",
  "a b",
  ".a",
  "a.",
  "a..b",
  "a[x]",
  "a]",
  "[0]",
  "$.messages",
  "$[0].a",
  "__proto__",
  "a.__proto__.b",
  "a[0].__proto__",
  'a["__proto__"]',
  "a.[__proto__]",
])("compileForEach() refuses the path %s", (path) => {
  expect(compile({ forEach: path }).problems).toEqual([
    {
      code: "for_each_path",
      severity: "error",
      path: ["hooks", "mappings", 0, "forEach"],
      message: 'forEach of mapping "mapping-1" is not the path of a list in the payload.',
      hint: expect.stringMatching(/^Write (?:a path such as "messages"|"|the whole path)/),
    },
  ]);
});

test("compileMapping() knows {{item}} and {{index}} where there is one action per element", () => {
  const text = { messageTemplate: "{{item}} {{index}}" };
  const rootsOf = (changes: MappingInput) => {
    const { compiled } = compileUsable(configOf({ ...text, ...changes }));
    return compiled.mappings[0]?.text?.roots;
  };
  expect(rootsOf({ forEach: "messages" })).toEqual(["item", "index"]);
  expect(rootsOf({})).toEqual(["payload"]);
});

test("compileForEach() keeps whether one bad element refuses all", () => {
  const { compiled } = compileUsable(configOf({ forEach: { path: "a", atomic: true } }));
  expect(compiled.mappings[0]?.forEach?.atomic).toBe(true);
});

test.each([
  ["{{messages}}", 'Write "messages".'],
  ["${{ github.event.commits }}", 'Write "commits".'],
  ["$.data.items", 'Write "data.items".'],
  ["$json.body.items", 'Write "items".'],
  ["$json.items", 'Write "items".'],
  ["items[*]", 'Write "items": all elements of each list on the path are taken.'],
  ["entry[*].changes[*].value.messages", 'Write "entry.changes.value.messages": all'],
  ["$.items[*].lines[*]", 'Write "items.lines": all'],
  ["items[]", 'Write "items": all'],
  ["items[:]", 'Write "items": all'],
  ["items.*", 'Write "items": all'],
  ["items.#.lines", 'Write "items.lines": all'],
  ["items[?(@.x)]", 'Write { "path": "items", "when": … }'],
  ["$.items[?(@.x)]", 'Write { "path": "items", "when": … }'],
  [".items[]", 'Write "items": all'],
  [".items", 'Write "items".'],
  ["={{ $json.items }}", 'Write "items".'],
  ["range .Values.items", 'Write "items".'],
  ["{{ range .items }}", 'Write "items".'],
  [".", 'Write "payload".'],
  ["$", 'Write "payload".'],
  ["this.items", 'Write "items".'],
  ["items | first", 'Write { "path": "items", "limit": "first" }'],
  ["items[-1]", "No path counts from the end."],
  ["items.-1", "No path counts from the end."],
  ["$..messages", "Write the whole path to the list."],
  ["a..messages", "Write the whole path to the list."],
])("compileForEach() says what to write for %s, as other tools have it", (path, hint) => {
  const [problem, ...others] = compile({ forEach: path }).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: "for_each_path" });
  expect(problem?.hint).toContain(hint);
  const followed = /^Write ("[^"]+")/.exec(hint)?.[1];
  if (followed === undefined) return;
  expect(compile({ forEach: JSON.parse(followed) as string }).problems).toEqual([]);
});
