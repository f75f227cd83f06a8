import { expect, test } from "vitest";
import { parseConfigText } from "../text/parse-config-text.ts";
import { type IncludedText, includeTexts } from "./merge-includes.ts";

const CONFIG = `hooks:
  include: [more/*.yaml]
  partials: { sign: The end. }
  mappings:
    - id: own
      match: { path: own }
`;

async function include(texts: readonly IncludedText[], config = CONFIG) {
  const document = await parseConfigText(config, { filename: "hooks.yaml" });
  if (!document.ok) throw new Error("The config cannot be parsed.");
  return includeTexts(document, texts);
}

test("includeTexts() appends mappings and adds partials in the order of the texts, without `include`", async () => {
  const { config, problems } = await include([
    { filename: "more/b.yaml", text: "- id: b\n" },
    { filename: "more/a.json5", text: "{ mappings: [{ id: 'a' }], partials: { other: 'x' } }" },
  ]);
  expect(problems).toEqual([]);
  expect(config).toEqual({
    hooks: {
      partials: { sign: "The end.", other: "x" },
      mappings: [{ id: "own", match: { path: "own" } }, { id: "b" }, { id: "a" }],
    },
  });
});

test("includeTexts() knows the file of each mapping, and its path there", async () => {
  const { includedAt } = await include([
    { filename: "more/a.yaml", text: "- id: a1\n- id: a2\n  action: wake\n" },
  ]);
  expect(includedAt?.(["hooks", "mappings", 0])).toBeUndefined();
  const found = includedAt?.(["hooks", "mappings", 2, "action"]);
  expect(found?.document.filename).toBe("more/a.yaml");
  expect(found?.path).toEqual([1, "action"]);
  expect(found?.document.locate(found.path)).toMatchObject({ line: 3 });
});

test("includeTexts() reports a broken text in its file, and takes the others", async () => {
  const { config, problems } = await include([
    { filename: "more/broken.yaml", text: "- id: [\n" },
    { filename: "more/good.yaml", text: "- id: good\n" },
  ]);
  expect(problems.map(({ file, severity }) => [file, severity])).toContainEqual([
    "more/broken.yaml",
    "error",
  ]);
  expect(JSON.stringify(config)).toContain('"good"');
});

test("includeTexts() reports an id and a partial that two files have", async () => {
  const { problems } = await include([
    { filename: "more/a.yaml", text: "mappings: [{ id: own }]\npartials: { sign: Another. }\n" },
  ]);
  expect(problems.map(({ file }) => file)).toEqual(["more/a.yaml", "more/a.yaml"]);
  expect(problems.map(({ code }) => code)).toContain("id_duplicate");
});

test("includeTexts() leaves a config alone whose `include` is not a list", async () => {
  const without = await include([{ filename: "a.yaml", text: "- id: a\n" }], "hooks: {}\n");
  expect(without.config).toEqual({ hooks: {} });
});
