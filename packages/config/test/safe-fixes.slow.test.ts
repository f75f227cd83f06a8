// Law of the safe fixes, for each by its name: the fixed text passes the check, a second run changes nothing, and all
// bytes around the mistake stay as they are, whatever they are.
import fc from "fast-check";
import { expect, test } from "vitest";
import { fixFiles } from "../src/fix/fix-files.ts";
import type { Format } from "../src/fix/write-value.ts";
import { compileDocument } from "../src/hooks/load-hooks.ts";
import type { LoadResult } from "../src/load-result.ts";
import { parseConfigText } from "../src/text/parse-config-text.ts";

/** What a mapping has, with a mistake and without; `\n` is a line break with the indentation of its line. */
type Row = readonly [name: string, format: Format, before: string, after: string];

const RULE = '{ "==": [{ var: "payload.a" }, "b"] }';

const FIXES: readonly Row[] = [
  [
    "a key of another system",
    "json5",
    `match: { path: "a" }, prompt: "x"`,
    `match: { path: "a" }, messageTemplate: "x"`,
  ],
  [
    "a key of another system",
    "yaml",
    "match: { path: a }\nprompt: x # mine",
    "match: { path: a }\nmessageTemplate: x # mine",
  ],
  [
    "a key in snake case",
    "json5",
    `match: { path: "a" }, "session_key": 'hook:s', messageTemplate: "x"`,
    `match: { path: "a" }, "sessionKey": 'hook:s', messageTemplate: "x"`,
  ],
  [
    "a key in snake case",
    "yaml",
    "match: { path: a }\nsession_key: hook:s\nmessageTemplate: x",
    "match: { path: a }\nsessionKey: hook:s\nmessageTemplate: x",
  ],
  [
    "a match that is a text",
    "json5",
    `match: 'a' /* mine */, messageTemplate: "x"`,
    `match: { path: 'a' } /* mine */, messageTemplate: "x"`,
  ],
  [
    "a match that is a text",
    "yaml",
    "match: a   # mine\nmessageTemplate: x",
    "match: { path: a }   # mine\nmessageTemplate: x",
  ],
  [
    "a repeated base path",
    "json5",
    `match: { path: "/hooks/a" }, messageTemplate: "x"`,
    `match: { path: "a" }, messageTemplate: "x"`,
  ],
  [
    "a repeated base path",
    "yaml",
    "match:\n  path: hooks/a\nmessageTemplate: x",
    "match:\n  path: a\nmessageTemplate: x",
  ],
  [
    "a truth value in quotes",
    "json5",
    `match: { path: "a" }, deliver: "false", messageTemplate: "x"`,
    `match: { path: "a" }, deliver: false, messageTemplate: "x"`,
  ],
  [
    "a truth value in quotes",
    "yaml",
    "match: { path: a }\ndeliver: 'no'\nmessageTemplate: x",
    "match: { path: a }\ndeliver: false\nmessageTemplate: x",
  ],
  [
    "a number in quotes",
    "json5",
    `match: { path: "a" }, timeoutSeconds: "300", messageTemplate: "x"`,
    `match: { path: "a" }, timeoutSeconds: 300, messageTemplate: "x"`,
  ],
  [
    "a duration",
    "json5",
    `match: { path: "a" }, timeoutSeconds: "5m", messageTemplate: "x"`,
    `match: { path: "a" }, timeoutSeconds: 300, messageTemplate: "x"`,
  ],
  [
    "a duration",
    "yaml",
    "match: { path: a }\ntimeoutSeconds: 5m\nmessageTemplate: x",
    "match: { path: a }\ntimeoutSeconds: 300\nmessageTemplate: x",
  ],
  [
    "a list of rules",
    "json5",
    `match: { path: "a", when: [${RULE}, /* both */ ${RULE}] }, messageTemplate: "x"`,
    `match: { path: "a", when: { and: [${RULE}, /* both */ ${RULE}] } }, messageTemplate: "x"`,
  ],
  [
    "a list of rules",
    "yaml",
    `match:\n  path: a\n  when:\n    # first\n    - ${RULE}\n    - ${RULE} # last\nmessageTemplate: x`,
    `match:\n  path: a\n  when:\n    # first\n    and:\n      - ${RULE}\n      - ${RULE} # last\nmessageTemplate: x`,
  ],
  [
    "an operator below not",
    "json5",
    `match: { path: "a", not: ${RULE} }, messageTemplate: "x"`,
    `match: { path: "a", not: { when: ${RULE} } }, messageTemplate: "x"`,
  ],
  [
    "an operator below not",
    "yaml",
    `match:\n  path: a\n  not:\n    "==": [{ var: payload.a }, b]\nmessageTemplate: x`,
    `match:\n  path: a\n  not:\n    when:\n      "==": [{ var: payload.a }, b]\nmessageTemplate: x`,
  ],
  [
    "a variable without its root",
    "json5",
    `match: { path: "a", when: { "==": [{ var: 'action' }, "b"] } }, messageTemplate: "x"`,
    `match: { path: "a", when: { "==": [{ var: 'payload.action' }, "b"] } }, messageTemplate: "x"`,
  ],
  [
    "a variable without its root",
    "yaml",
    `match: { path: a, when: { "==": [{ var: action }, b] } }\nmessageTemplate: x`,
    `match: { path: a, when: { "==": [{ var: payload.action }, b] } }\nmessageTemplate: x`,
  ],
  [
    "a variable of JSONPath",
    "json5",
    `match: { path: "a", when: { "==": [{ var: "$.list[0].name" }, "b"] } }, messageTemplate: "x"`,
    `match: { path: "a", when: { "==": [{ var: "payload.list[0].name" }, "b"] } }, messageTemplate: "x"`,
  ],
  [
    "a variable of JSONPath",
    "yaml",
    `match: { path: a, when: { var: "$.list[0].name" } }\nmessageTemplate: x`,
    `match: { path: a, when: { var: "payload.list[0].name" } }\nmessageTemplate: x`,
  ],
  [
    "an operator of another system",
    "json5",
    `match: { path: "a", when: { "eq": [{ var: "payload.a" }, "b"] } }, messageTemplate: "x"`,
    `match: { path: "a", when: { "==": [{ var: "payload.a" }, "b"] } }, messageTemplate: "x"`,
  ],
  [
    "a module that is a text",
    "json5",
    `match: { path: "a" }, transform: "own.mjs" // mine\n`,
    `match: { path: "a" }, transform: { "module": "own.mjs" } // mine\n`,
  ],
  [
    "an expression without quotes",
    "yaml",
    "match: { path: a }\nsessionKey: {{a}}  # mine\nmessageTemplate: x",
    `match: { path: a }\nsessionKey: "{{a}}"  # mine\nmessageTemplate: x`,
  ],
  [
    "a text with an expression first",
    "yaml",
    "match: { path: a }\nmessageTemplate: {{a}} is it's",
    `match: { path: a }\nmessageTemplate: "{{a}} is it's"`,
  ],
  [
    "a colon in a text",
    "yaml",
    `match: { path: a }\nmessageTemplate: New: "{{a}}" # mine`,
    `match: { path: a }\nmessageTemplate: 'New: "{{a}}"' # mine`,
  ],
  [
    "an exclamation mark",
    "yaml",
    "match: { path: a }\nmessageTemplate: !now or never",
    `match: { path: a }\nmessageTemplate: "!now or never"`,
  ],
  [
    "brackets at the start",
    "yaml",
    "match: { path: a }\nmessageTemplate: [CI] failed",
    `match: { path: a }\nmessageTemplate: "[CI] failed"`,
  ],
  [
    "an asterisk at the start",
    "yaml",
    "match: { path: a }\nmessageTemplate: *new* job",
    `match: { path: a }\nmessageTemplate: "*new* job"`,
  ],
  [
    "a reserved sign at the start",
    "yaml",
    "match: { path: a }\nmessageTemplate: @all look",
    `match: { path: a }\nmessageTemplate: "@all look"`,
  ],
  [
    "a word for true",
    "yaml",
    "match: { path: a }\ndeliver: yes\nmessageTemplate: x",
    "match: { path: a }\ndeliver: true\nmessageTemplate: x",
  ],
  [
    "a missing comma",
    "json5",
    `match: { path: "a" }\nmessageTemplate: "x"`,
    `match: { path: "a" },\nmessageTemplate: "x"`,
  ],
  [
    "a missing comma",
    "yaml",
    `match: { path: "a" headers: { b: c } }\nmessageTemplate: x`,
    `match: { path: "a", headers: { b: c } }\nmessageTemplate: x`,
  ],
  [
    "typographic quotes",
    "json5",
    "match: { path: “a” }, messageTemplate: „it's x”",
    `match: { path: "a" }, messageTemplate: "it's x"`,
  ],
  [
    "a key with a hyphen",
    "json5",
    `match: { path: "a", headers: { x-event: "b" } }, messageTemplate: "x"`,
    `match: { path: "a", headers: { "x-event": "b" } }, messageTemplate: "x"`,
  ],
  [
    "a word of another language",
    "json5",
    `match: { path: "a" }, deliver: False, messageTemplate: "x"`,
    `match: { path: "a" }, deliver: false, messageTemplate: "x"`,
  ],
  [
    "a semicolon",
    "json5",
    `match: { path: "a" }; messageTemplate: "x;"`,
    `match: { path: "a" }, messageTemplate: "x;"`,
  ],
  [
    "a comment of a shell",
    "json5",
    `match: { path: "a" }, # mine\nmessageTemplate: "x"`,
    `match: { path: "a" }, // mine\nmessageTemplate: "x"`,
  ],
  [
    "a pipe of another engine",
    "json5",
    `match: { path: "a" }, messageTemplate: "é {{a | replaceAll: 'b', 'c'}}\\u00e9\\n"`,
    `match: { path: "a" }, messageTemplate: "é {{replace a \\"b\\" \\"c\\"}}\\u00e9\\n"`,
  ],
  [
    "a pipe of another engine",
    "yaml",
    "match: { path: a }\nmessageTemplate: |\n  é {{ a | upcase }}   \n\n  end",
    "match: { path: a }\nmessageTemplate: |\n  é {{upper a}}   \n\n  end",
  ],
  [
    "a comparison in a block",
    "yaml",
    "match: { path: a }\nmessageTemplate: '{{#if a == \"b\"}}it''s{{/if}}'",
    "match: { path: a }\nmessageTemplate: '{{#if (eq a \"b\")}}it''s{{/if}}'",
  ],
  [
    "a block of another engine",
    "yaml",
    "match: { path: a }\nmessageTemplate: >-\n  {{#foreach a}}b\n  {{this}}{{/foreach}}",
    "match: { path: a }\nmessageTemplate: >-\n  {{#each a}}b\n  {{this}}{{/each}}",
  ],
];

/** The text around the mapping. */
interface AroundMapping {
  readonly lineEnd: string;
  readonly head: string;
  readonly before: boolean;
  readonly after: boolean;
  readonly tail: string;
  readonly indentation: string;
}

const aroundMapping: fc.Arbitrary<AroundMapping> = fc.record({
  lineEnd: fc.constantFrom("\n", "\r\n"),
  head: fc.constantFrom("", "\n", "COMMENT 'it' isn't \"yes\": {{a | b}}\n\n"),
  before: fc.boolean(),
  after: fc.boolean(),
  tail: fc.constantFrom("", "COMMENT ünï 🚀 code\n", "\n\n"),
  indentation: fc.constantFrom("  ", "    "),
});

/** A mapping without a mistake, whose odd layout must stay. */
const OTHERS = {
  json5: `{ "id" : 'ID', match: {path:"ID",}, messageTemplate:\n"a \\\n  {{b}}" , } /* , */`,
  yaml: `id:   ID   # yes: no\nmatch: {path: ID , headers: {"X-A" : 'no'}}\nmessageTemplate: >+\n  a\n\n   - {{b}}\n`,
} as const;

function surround(format: Format, mapping: string, around: AroundMapping): string {
  const { lineEnd, head, before, after, tail, indentation } = around;
  const other = (id: string): string => OTHERS[format].replaceAll("ID", id);
  const all = [...(before ? [other("one")] : []), mapping, ...(after ? [other("two")] : [])];
  const at = indentation.repeat(2);
  const list =
    format === "yaml"
      ? all.map((one) => `${at}- ${one.replaceAll(/\n(?!\n|$)/g, `\n${at}  `)}\n`).join("")
      : all.map((one) => `${at}${one.startsWith("{") ? one : `{ ${one} }`},\n`).join("");
  const written =
    format === "yaml"
      ? `hooks:\n${indentation}mappings:\n${list}`
      : `{\n${indentation}hooks: { mappings: [\n${list}${indentation}] },\n}\n`;
  const comment = format === "yaml" ? "#" : "//";
  return [head, written, tail].join("").replaceAll("COMMENT", comment).replaceAll("\n", lineEnd);
}

async function load(text: string, format: Format): Promise<LoadResult> {
  const document = await parseConfigText(text, { format, filename: "hooks" });
  const loaded = await compileDocument(document, { fixes: true, env: {}, transforms: TRANSFORMS });
  if (loaded.ok) await loaded.close(0);
  return loaded;
}

const TRANSFORMS = { "own.mjs": () => null };

async function fixed(text: string, format: Format) {
  const { report, files } = await fixFiles((texts) => load(texts.get("hooks") ?? text, format));
  const codes = report.problems.filter(({ code }) => code !== "hooks_disabled");
  return { text: files[0]?.after ?? text, problems: codes.map(({ message }) => message) };
}

test.each(FIXES)(
  "fixFiles() corrects %s in %s and changes no other byte, and a second run changes nothing",
  async (_name, format, before, after) => {
    await fc.assert(
      fc.asyncProperty(aroundMapping, async (around) => {
        const wanted = surround(format, after, around);
        const once = await fixed(surround(format, before, around), format);
        expect(once).toEqual({ text: wanted, problems: [] });
        expect(await fixed(once.text, format)).toEqual(once);
      }),
      { numRuns: 6 },
    );
  },
);

test.each([
  ["{ hooks: {} }\n} // a brace too many\n", "{ hooks: {} }\n // a brace too many\n"],
  ["{ hooks: {} };\n", "{ hooks: {} }\n"],
  ["{ hooks: {} }; // done\n", "{ hooks: {} } // done\n"],
  ["{ hooks: {} },,\n\n", "{ hooks: {} }\n\n"],
])("fixFiles() removes text after the end of JSON5: %j", async (before, after) => {
  const once = await fixed(before, "json5");
  expect(once).toEqual({ text: after, problems: [] });
  expect(await fixed(after, "json5")).toEqual(once);
});
