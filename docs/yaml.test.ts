// docs/yaml.md: how YAML reads each row, and the texts of the blocks.
import { readFile } from "node:fs/promises";
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookwrightConfigInput } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { readFences } from "./tools/fences.ts";

const page = await readFile(new URL("yaml.md", import.meta.url), "utf8");
const fences = readFences(page);

const CELL = String.raw`(?:\x60([^\x60]+)\x60|([^|]+))`;
const ROW = new RegExp(
  String.raw`^\| \x60([^\x60]+)\x60 \| ${CELL} \| \x60([^\x60]+)\x60 \|$`,
  "gm",
);
const rows = [...page.matchAll(ROW)].map(([, written = "", json, words, right = ""]) => ({
  written,
  json,
  words: words?.trim(),
  right,
}));

async function parse(text: string, language = "yaml") {
  const { ok, config } = await parseConfigText(text, { filename: `page.${language}` });
  return ok ? config : "an error";
}

describe("docs/yaml.md tells what YAML reads", () => {
  test("of many rows", () => expect(rows.length).toBeGreaterThan(20));

  test.each(rows)("$written", async ({ written, json, words, right }) => {
    const read = await parse(written);
    if (json !== undefined) expect(read).toEqual(JSON.parse(json));
    if (words === "an error") expect(read).toBe("an error");
    expect(await parse(right)).toEqual(expect.any(Object));
    expect(await parse(right)).not.toEqual(read);
  });
});

test("docs/yaml.md shows one config in YAML and JSON5", async () => {
  const [yaml, json5] = ["yaml", "json5"].map((wanted) =>
    fences.find(({ language }) => language === wanted),
  );
  expect(await parse(yaml?.code ?? "")).toEqual(await parse(json5?.code ?? "", "json5"));
});

test("docs/yaml.md shows the texts that the blocks make", async () => {
  const config = fences.find(({ code }) => code.includes("id: kept"))?.code ?? "";
  const payload: unknown = JSON.parse(
    fences.find(({ language }) => language === "json")?.code ?? "",
  );
  const hooks = compileHooks((await parse(config)) as HookwrightConfigInput);
  const texts = await Promise.all(
    ["kept", "joined"].map(async (path) => {
      const { fields } = await hooks.explain({ path, payload });
      return `${fields[0]?.text.trimEnd()}\n`;
    }),
  );
  const shown = fences.filter(
    ({ language, code }) => language === "text" && !code.includes("match"),
  );
  expect(texts).toEqual(shown.map(({ code }) => code));
});

test("docs/yaml.md shows a wrong indentation that check finds", async () => {
  const wrong = fences.find(({ language, code }) => language === "text" && code.includes("match"));
  const config = (await parse(`hooks:\n  mappings:\n${wrong?.code}`)) as HookwrightConfigInput;
  expect(() => compileHooks(config)).toThrow(/messageTemplate/);
});
