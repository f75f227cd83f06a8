// Templates with lines that may be empty (empty-lines.json) → the text that keeps them, and the one that drops them.
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { compileTemplate } from "../../../template/src/index.ts";
import { renderTemplate, traceTemplate } from "../../../template/test/render.ts";
import { compileHooks } from "../../src/compile-hooks.ts";

interface EmptyLinesCase {
  readonly name: string;
  readonly template: string;
  readonly payload: unknown;
  readonly partials?: Readonly<Record<string, string>>;
  readonly keep: string;
  readonly drop: string;
}

const cases: readonly EmptyLinesCase[] = JSON.parse(
  readFileSync(new URL("empty-lines.json", import.meta.url), "utf8"),
);

describe('compileTemplate() with emptyLines "drop"', () => {
  for (const { name, template, payload, partials = {}, keep, drop } of cases) {
    it(name, () => {
      expect(renderTemplate(template, payload, { partials })).toBe(keep);
      expect(renderTemplate(template, payload, { partials, emptyLines: "keep" })).toBe(keep);
      expect(renderTemplate(template, payload, { partials, emptyLines: "drop" })).toBe(drop);
      const { parts } = traceTemplate(template, payload, { partials, emptyLines: "drop" });
      expect(parts.map(({ text }) => text).join("")).toBe(drop);
    });
  }
});

test("explain() tells the expressions of a line that is dropped, and not its text", () => {
  const { template } = compileTemplate("a\n  {{x}}\n{{y}}", { emptyLines: "drop" });
  expect(template?.explain({ payload: { x: " ", y: "1" } })).toEqual({
    ok: true,
    text: "a\n1",
    spans: [
      { text: "a" },
      { text: "\n" },
      { text: "1", origin: { expression: "{{y}}", paths: ["payload.y"], helpers: [] } },
    ],
  });
});

function compile(messageTemplate: string, templates?: { emptyLines: "keep" | "drop" }) {
  const instructions = "{{now}}\n{{#if mapping}}{{/if}}\nRead it.";
  const mapping = { match: { path: "p" }, name: "{{a}}\n{{b}}", messageTemplate, instructions };
  return compileHooks({ hooks: { ...(templates && { templates }), mappings: [mapping] } });
}

test('resolve() drops lines where "hooks.templates.emptyLines" says so', async () => {
  const source = "a\n{{x}}\n{{#if y}}y: {{y}}{{/if}}\nb {{z}}";
  const event = { path: "p", payload: { z: "1" }, receivedAt: Date.UTC(2026, 0, 2, 3, 4, 5) };
  const actionOf = async (hooks: ReturnType<typeof compile>) =>
    Reflect.get(await hooks.resolve(event), "action");
  const dropped = {
    untrustedText: "a\nb 1",
    message: expect.stringMatching(/^2026-01-02T03:04:05.000Z\nRead it.\n/),
  };
  expect(await actionOf(compile(source, { emptyLines: "drop" }))).toMatchObject(dropped);
  const kept = {
    untrustedText: "a\n\n\nb 1",
    message: expect.stringMatching(/^2026-01-02T03:04:05.000Z\n\nRead it.\n/),
  };
  expect(await actionOf(compile(source, { emptyLines: "keep" }))).toMatchObject(kept);
  expect(await actionOf(compile(source))).toMatchObject(kept);
});

test("explain() tells of expressions on lines that are dropped", async () => {
  const hooks = compile("a {{x}}\n{{y}}\n{{z}}", { emptyLines: "drop" });
  const { emptyExpressions } = await hooks.explain({ path: "p", payload: { z: 1 } });
  expect(emptyExpressions.map(({ expression }) => expression)).toEqual([
    "{{x}}",
    "{{y}}",
    "{{a}}",
    "{{b}}",
  ]);
});

test("resolve() counts expressions as empty if only literal text is left", async () => {
  const hooks = compile("a\n{{x}}\n\n{{y}}", { emptyLines: "drop" });
  const countOf = async (payload: object) =>
    Reflect.get(await hooks.resolve({ path: "p", payload }), "emptyExpressions");
  expect(await countOf({})).toBe(2);
  expect(await countOf({ x: " " })).toBe(2);
  expect(await countOf({ x: "1" })).toBeUndefined();
  expect(await countOf({ y: "1" })).toBeUndefined();
});

test("render() stops at the limit of characters, even if lines are dropped", () => {
  const source = "{{#each list}}{{this}}\n{{/each}}";
  const { template } = compileTemplate(source, {
    emptyLines: "drop",
    limits: { maxCharacters: 10 },
  });
  expect(template?.render({ payload: { list: ["1", " ", "2"] } })).toBe("1\n2");
  const tooLong = { payload: { list: ["1", " ".repeat(20)] } };
  expect(() => template?.render(tooLong)).toThrow("too long");
  const indented = compileTemplate("  {{> p}}\n", {
    emptyLines: "drop",
    partials: { p: "{{#each list}}1\n{{/each}}" },
    limits: { maxCharacters: 10 },
  });
  expect(() => indented.template?.render({ payload: { list: [1, 2, 3] } })).toThrow("too long");
});

test("render() drops ten thousand lines between ten thousand others", () => {
  const source = "{{#each list}}\n{{a}}\n  {{b}}\n{{/each}}";
  const { template } = compileTemplate(source, {
    emptyLines: "drop",
    limits: { maxIterations: 20_000 },
  });
  const list = Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? { b: index } : {}));
  const text = template?.render({ payload: { list } }) ?? "";
  expect(text.split("\n")).toHaveLength(10_000);
});

test("explain() reports blocks and empty calls as it does if lines are kept", async () => {
  const source = 'a\n{{date at "YYYY"}}\n{{#if (date at)}}b{{else}}{{x}}{{/if}}\n{{#if x}}c{{/if}}';
  const event = { path: "p", payload: { at: "soon" } };
  const [kept, dropped] = await Promise.all(
    (["keep", "drop"] as const).map((emptyLines) => compile(source, { emptyLines }).explain(event)),
  );
  expect(dropped?.blocks).toEqual(kept?.blocks);
  expect(dropped?.blocks).toHaveLength(3);
  expect(dropped?.emptyExpressions).toEqual(kept?.emptyExpressions);
  expect(dropped?.emptyExpressions[0]).toHaveProperty("reasons");
});
