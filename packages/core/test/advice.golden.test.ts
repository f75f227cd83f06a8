// Configs and templates with mistakes (golden/advice/inputs.jsonl) → exactly the advice of golden/advice/problems.jsonl.
//
// After improving a sentence, update that file with `npx vitest run --project core packages/core/test/advice.golden.test.ts -u`,
// and reads in its diff whether a change went along.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileTemplate } from "@hookwright/template";
import { expect, test } from "vitest";
import { safeCompileHooks } from "../src/index.ts";

const folder = new URL("golden/advice/", import.meta.url);

type Input = { readonly config: unknown } | { readonly template: string };

const inputs = readFileSync(new URL("inputs.jsonl", folder), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Input);

test("safeCompileHooks() and compileTemplate() give the hints, changes and edits that are written down", async () => {
  const lines = inputs.flatMap((input, index) =>
    problemsOf(input).map((problem) => `${JSON.stringify({ input: index + 1, ...problem })}\n`),
  );
  const file = fileURLToPath(new URL("problems.jsonl", folder));
  await expect(lines.join("")).toMatchFileSnapshot(file);
}, 60_000);

function problemsOf(input: Input): readonly object[] {
  if ("template" in input) return adviceOfTemplate(input.template);
  const result = safeCompileHooks(input.config);
  const { problems } = result.ok
    ? { problems: [...result.hooks.warnings, ...result.hooks.hints] }
    : result;
  return problems.map(({ code, severity, path, message, hint, change, templateEdit }) => {
    return { code, severity, path, message, hint, change, templateEdit };
  });
}

function adviceOfTemplate(source: string): readonly object[] {
  const { problems } = compileTemplate(source);
  return problems.map((problem) => {
    const { code, message, hint, edit } = { edit: undefined, ...problem };
    return { code, message, hint, edit };
  });
}
