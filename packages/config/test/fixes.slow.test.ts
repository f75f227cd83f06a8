// Law: fixes change the mistake and no other byte, whatever the layout; a second run changes nothing.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileDocument, fixFiles, type LoadResult, parseConfigText } from "../src/index.ts";

type Format = "json5" | "yaml";

/** The text of a file before and after its fixes. */
type Slot = readonly [before: string, after: string];

async function load(text: string, format: Format): Promise<LoadResult> {
  const document = await parseConfigText(text, { format, filename: "hooks" });
  const loaded = await compileDocument(document, { fixes: true, env: {} });
  if (loaded.ok) await loaded.close(0);
  return loaded;
}

async function expectMended(before: string, after: string, format: Format) {
  const fix = (text: string) => fixFiles((texts) => load(texts.get("hooks") ?? text, format));
  const { report, files } = await fix(before);
  expect(files[0]?.after ?? before).toBe(after);
  const errors = report.problems.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code }) => code)).toEqual(["token_missing"]);
  expect((await fix(after)).files).toEqual([]);
}

const same = (text: string): Slot => [text, text];

const RULE = '{ "==": [{ "var": "payload.a" }, 1] }';

const JSON_SLOTS: Readonly<Record<string, fc.Arbitrary<Slot>>> = {
  enabled: fc.constantFrom<Slot>(same("true"), ['"yes"', "true"], ["'on'", "true"], ["1", "true"]),
  match: fc.constantFrom<Slot>(
    same("{ path: 'a' }"),
    ["'a'", "{ path: 'a' }"],
    ['"a"', '{ path: "a" }'],
    ["{ path: '/hooks/a' /* x */ }", "{ path: 'a' /* x */ }"],
    [`{ not: ${RULE} }`, `{ not: { when: ${RULE} } }`],
    [`{ when: [ // c\n${RULE}, ] }`, `{ when: { and: [ // c\n${RULE}, ] } }`],
    ['{ when: { "=": [{ var: "a.b" }, 1] } }', '{ when: { "==": [{ var: "payload.a.b" }, 1] } }'],
  ),
  text: fc.constantFrom<Slot>(
    same('messageTemplate: "{{a}}"'),
    ["'prompt': 'a'", "'messageTemplate': 'a'"],
    ['"message": "a"', '"messageTemplate": "a"'],
    ["message_template: 'a'", "messageTemplate: 'a'"],
    ["messageTemplate: 'it\\'s {{ a | upper }}'", "messageTemplate: 'it\\'s {{upper a}}'"],
    [
      "messageTemplate: '\\u0041\\\n{{a ?? \"x\"}}'",
      "messageTemplate: '\\u0041\\\n{{default a \"x\"}}'",
    ],
    [
      'messageTemplate: "{{#if a == 1}}\\n  b\\\n{{elif c}}d{{/if}}"',
      'messageTemplate: "{{#if (eq a 1)}}\\n  b\\\n{{else if c}}d{{/if}}"',
    ],
    ['messageTemplate: "{{a | default(\\"b\\")}}"', 'messageTemplate: "{{default a \\"b\\"}}"'],
  ),
  rest: fc.constantFrom<Slot>(
    same("deliver: true"),
    ['"deliver": "false"', '"deliver": false'],
    ["timeoutSeconds: '5m'", "timeoutSeconds: 300"],
    ["name: 5", 'name: "5"'],
    ["agent_id: 'main'", "agentId: 'main'"],
  ),
};

const gapsOfJson = fc.array(
  fc.constantFrom("", " ", "\n\t", "\r\n    ", ' // it\'s a "note"\n', "/* { */"),
  { minLength: 12, maxLength: 12 },
);

test("fixFiles() keeps every other byte of JSON5 in any layout", async () => {
  const slots = fc.record(JSON_SLOTS);
  await fc.assert(
    fc.asyncProperty(slots, gapsOfJson, fc.boolean(), async (all, gaps, hasComma) => {
      const write = (side: 0 | 1): string => {
        const [a, b, c, d, e, f, g, h, i, j, k, l] = gaps;
        const { enabled, match, text, rest } = all;
        const mapping = `{${a}match:${b}${match?.[side]}${c},${d}${text?.[side]},${e}${rest?.[side]}${hasComma ? "," : ""}${f}}`;
        return `${g}{${h}hooks:${i}{ enabled:${j}${enabled?.[side]},${k}mappings: [${mapping}] } }${l}`;
      };
      await expectMended(write(0), write(1), "json5");
    }),
    { numRuns: 30 },
  );
});

const YAML_SLOTS: Readonly<Record<string, fc.Arbitrary<Slot>>> = {
  enabled: fc.constantFrom<Slot>(
    same("true"),
    ["yes", "true"],
    ['"on"', "true"],
    ["'true'", "true"],
  ),
  match: fc.constantFrom<Slot>(
    same("match: { path: a }"),
    ["match: a", "match: { path: a }"],
    ["match: 'a, b'", "match: { path: 'a, b' }"],
    ["match: a, b", 'match: { path: "a, b" }'],
    ["match:\n      path: /hooks/a", "match:\n      path: a"],
    [`match:\n      not: ${RULE}`, `match:\n      not: { when: ${RULE} }`],
    [
      `match:\n      not:\n        "==":\n          - var: payload.a\n          - 1`,
      `match:\n      not:\n        when:\n          "==":\n            - var: payload.a\n            - 1`,
    ],
    [
      `match:\n      when:\n        - ${RULE} # c\n\n        # d\n        - { "!": { var: b } }`,
      `match:\n      when:\n        and:\n          - ${RULE} # c\n\n          # d\n          - { "!": { var: payload.b } }`,
    ],
    [
      `match:\n      when:\n      - ${RULE}\n      - exists: payload.b`,
      `match:\n      when:\n        and:\n          - ${RULE}\n          - exists: payload.b`,
    ],
  ),
  text: fc.constantFrom<Slot>(
    same("messageTemplate: a {{b}}"),
    ["messageTemplate: {{a}}", 'messageTemplate: "{{a}}"'],
    ["messageTemplate: {{a}} by {{b}}", 'messageTemplate: "{{a}} by {{b}}"'],
    ["messageTemplate: New: {{a}}", 'messageTemplate: "New: {{a}}"'],
    ['messageTemplate: New: "{{a}}" it\'s', "messageTemplate: 'New: \"{{a}}\" it''s'"],
    ["messageTemplate: !important {{a}}", 'messageTemplate: "!important {{a}}"'],
    ["prompt: a", "messageTemplate: a"],
    ["'message': a", "'messageTemplate': a"],
    ["messageTemplate: 'it''s {{ a | upper }}'", "messageTemplate: 'it''s {{upper a}}'"],
    ["messageTemplate: a {{ b | default('c') }}", 'messageTemplate: a {{default b "c"}}'],
    [
      "messageTemplate: '{{ a | default: \"it''s\" }}'",
      "messageTemplate: '{{default a \"it''s\"}}'",
    ],
    [
      "messageTemplate: |-\n      {{#if a = b}}\n      c\n      {{elif d}}\n      e\n      {{/if}}",
      "messageTemplate: |-\n      {{#if (eq a b)}}\n      c\n      {{else if d}}\n      e\n      {{/if}}",
    ],
    [
      "messageTemplate: >\n      A {{ a\n      | upper }}\n\n      B {{b[0].c}}",
      "messageTemplate: >\n      A {{upper a}}\n\n      B {{b[0].c}}",
    ],
  ),
  rest: fc.constantFrom<Slot>(
    same("deliver: true"),
    ["deliver: no", "deliver: false"],
    ["timeoutSeconds: 5m", "timeoutSeconds: 300"],
    ["to: -100123\n    channel: telegram", 'to: "-100123"\n    channel: telegram'],
    ["agent_id: main", "agentId: main"],
  ),
};

const commentsOfYaml = fc.array(fc.constantFrom("", "# it's {a: note}\n", "\n", "    # x\n"), {
  minLength: 4,
  maxLength: 4,
});

test("fixFiles() keeps every other byte of YAML in any layout", async () => {
  const slots = fc.record(YAML_SLOTS);
  const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      slots,
      commentsOfYaml,
      order,
      fc.boolean(),
      async (all, comments, at, crlf) => {
        const write = (side: 0 | 1): string => {
          const lines = [all["match"], all["text"], all["rest"]].map((slot) => slot?.[side]);
          const [first, ...others] = at.map((index) => lines[index]);
          const mapping = [`  - ${first}`, ...others.map((line) => `    ${line}`)];
          const [a, b, c, d] = comments;
          const text = `${a}hooks:\n  enabled: ${all["enabled"]?.[side]}\n${b}  mappings:\n${c}${mapping.join("\n")}\n${d}`;
          return crlf ? text.replaceAll("\n", "\r\n") : text;
        };
        await expectMended(write(0), write(1), "yaml");
      },
    ),
    { numRuns: 40 },
  );
});

test("fixFiles() adds no field to an alias of a mapping, nor to the mapping with its anchor", async () => {
  const mapping = "{ match: { path: gmail }, messageTemplate: '{{messages[0].subject}}' }";
  const countFixes = async (mappings: readonly string[]) => {
    const text = ["hooks:", "  mappings:", ...mappings.map((one) => `    - ${one}`), ""].join("\n");
    const { problems } = await load(text, "yaml");
    const told = problems.filter(({ code }) => code === "list_first_only");
    return told.map(({ fixes = [] }) => fixes.length);
  };
  expect(await countFixes([mapping])).toEqual([1]);
  expect(await countFixes([`&mail ${mapping}`, "*mail"])).toEqual([0, 0]);
});
