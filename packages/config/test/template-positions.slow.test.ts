// Law: the range of a mistake in a template is exactly its span in the file.
import { type Problem, safeCompileHooks } from "@hookwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { locateProblems, parseConfigText } from "../src/index.ts";
import { JSON_TEXTS, type WrittenText, YAML_TEXTS } from "./support/template-texts.ts";

/** The mistakes of a config, each with what its range is in the file. */
async function findMistakes(text: string, format: "json5" | "yaml") {
  const document = await parseConfigText(text, { format });
  if (!document.ok) throw new Error(JSON.stringify([text, document.problems]));
  const compiled = safeCompileHooks(document.config);
  const problems: readonly Problem[] = compiled.ok ? [] : compiled.problems;
  return locateProblems(problems, document)
    .filter(({ severity }) => severity === "error")
    .map(({ code, range }) => [
      code,
      document.source.slice(range?.start.offset, range?.end.offset),
    ]);
}

async function expectExact(
  write: (text: string) => string,
  text: WrittenText,
  format: "json5" | "yaml",
) {
  const file = write(`${text.before}${text.mistake}${text.after}`);
  const found = await findMistakes(file, format);
  expect(found, file).toEqual([["template_helper_unknown", text.mistake]]);
}

const writeJson = (text: string) =>
  `{ "hooks": {\n "mappings": [{ "match": { "path": "x" }, "messageTemplate": ${text} }] } }\n`;

test.each(Object.entries(JSON_TEXTS))(
  "locateProblems() finds exactly the source of a mistake in %s",
  async (_name, texts) => {
    await fc.assert(fc.asyncProperty(texts, (text) => expectExact(writeJson, text, "json5")));
  },
);

/** The text is the value itself, that of an alias, or one that is merged. */
const YAML_FILES: readonly ((text: string) => string)[] = [
  (text) => `hooks:\n  mappings:\n    - match: { path: x }\n      messageTemplate:   ${text}\n`,
  (text) =>
    `x:\n      - &t   ${text}\nhooks:\n  mappings:\n    - messageTemplate: *t\n      match: { path: x }`,
  (text) =>
    `x:\n  - &a\n      messageTemplate: ${text}\n  - &b { id: y, messageTemplate: z }\nhooks:\n  mappings:\n    - <<: [*a, *b]\n      match: { path: x }`,
  (text) =>
    `x: &b { messageTemplate: y }\nhooks:\n  mappings:\n    - messageTemplate: ${text}\n      <<: *b\n      match: { path: x }`,
];

test.each(Object.entries(YAML_TEXTS))(
  "locateProblems() finds exactly the source of a mistake in %s, behind aliases and merge keys too",
  async (_name, texts) => {
    const file = fc.constantFrom(...YAML_FILES);
    const lineEnd = fc.constantFrom("\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(texts, file, lineEnd, (text, write, end) => {
        const turn = (part: string): string => part.replaceAll("\n", end);
        const { before, mistake, after } = text;
        const turned = { before: turn(before), mistake: turn(mistake), after: turn(after) };
        return expectExact((all) => turn(write(all.replaceAll("\r\n", "\n"))), turned, "yaml");
      }),
    );
  },
);
