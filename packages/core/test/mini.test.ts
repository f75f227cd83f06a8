// The mini entry and the whole core: the same configs compile, with the same errors; what advises is loaded when asked.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Problem, safeCompileHooks } from "../src/index.ts";
import { compileHooks, loadHooks } from "../src/mini.ts";

type Input = { readonly config: unknown } | { readonly template: string };

const file = new URL("golden/advice/inputs.jsonl", import.meta.url);
const configs = readFileSync(file, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Input)
  .flatMap((input) => ("config" in input ? [input.config] : []));

/** Where a habit of another language is told once, its other halves are mistakes of their own without advice. */
function placesOf(problems: readonly Problem[]): readonly string[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  const places = errors.map(({ code, path }) =>
    code.startsWith("template_") ? `template ${path.join("/")}` : `${code} ${path.join("/")}`,
  );
  return [...new Set(places)].sort();
}

function compileMini(config: unknown): readonly Problem[] {
  try {
    const hooks = compileHooks(config as Parameters<typeof compileHooks>[0]);
    return [...hooks.warnings, ...hooks.hints];
  } catch (error) {
    return (error as { readonly problems: readonly Problem[] }).problems;
  }
}

describe("compileHooks() of the mini entry", () => {
  it("finds the errors that the whole core finds, at the same places", () => {
    expect(configs.length).toBeGreaterThan(500);
    for (const config of configs) {
      const whole = safeCompileHooks(config);
      const found = placesOf(compileMini(config));
      expect(found).toEqual(whole.ok ? [] : placesOf(whole.problems));
    }
  });

  it("resolves an event as the whole core does", async () => {
    const mapping = { match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" };
    const options = { clock: () => 0, randomId: () => "id" };
    const config = { hooks: { mappings: [mapping] } };
    const event = { path: "ci", payload: { job: "tests", state: "red" } };
    const whole = safeCompileHooks(config, options);
    expect(await compileHooks(config, options).resolve(event)).toEqual(
      whole.ok && (await whole.hooks.resolve(event)),
    );
  });
});

describe("loadHooks()", () => {
  it("gives the hooks of a right config", async () => {
    const result = await loadHooks({ hooks: { mappings: [] } });
    expect(result.ok && result.hooks.mappings).toEqual([]);
  });

  it("tells what is wrong with the hints of the whole core", async () => {
    const config = { hooks: { mapings: [] } };
    const result = await loadHooks(config);
    expect(result).toEqual(safeCompileHooks(config));
    expect(result.ok ? [] : result.problems).toMatchObject([{ code: "unknown_key" }]);
  });
});
