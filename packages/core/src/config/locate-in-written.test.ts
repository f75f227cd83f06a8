// Templates that are trimmed before they are compiled → problems in the text that was written.
import { expect, test } from "vitest";
import { compileWithAdvice } from "../engine.ts";
import type { HooksInput, MappingInput } from "./config.ts";

const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

/** Where the one problem is, and the text there. */
function locate(hooks: HooksInput, text: string) {
  const presets = { mine: () => [{ ...mapping, name: "  {{#if x}}" }] };
  const [problem] = compileWithAdvice({ hooks }, { presets }).problems;
  const { start, end } = problem?.templateSpan ?? { start: -1, end: -1 };
  return [problem?.templatePosition, text.slice(start, end)];
}

test.each([
  ["name", "\n  ab {{nope x}} y", { line: 2, column: 6 }, "{{nope x}}"],
  ["name", "a \t\r\n b\u0007{{f (nope x)}}", { line: 2, column: 4 }, "{{f (nope x)}}"],
  ["name", "\u202e {{upper\n  (nope x)}}", { line: 2, column: 3 }, "(nope x)"],
  ["sessionKey", " hook:{{nope x}}", { line: 1, column: 7 }, "{{nope x}}"],
  ["instructions", "\n\n{{nope x}}\n", { line: 3, column: 1 }, "{{nope x}}"],
  ["messageTemplate", " a {{upper (nope x)}}", { line: 1, column: 12 }, "(nope x)"],
])("S5 locateInWritten() finds in %s %j the mistake", (field, text, position, found) => {
  expect(locate({ mappings: [{ ...mapping, [field]: text }] }, text)).toEqual([position, found]);
});

test("S5 locateInWritten() locates a mistake that a cut text makes", () => {
  const text = `  ${"a".repeat(509)}{{x}}`;
  expect(locate({ mappings: [{ ...mapping, name: text }] }, text)).toEqual([
    { line: 1, column: 512 },
    "{{x",
  ]);
});

test("S5 locateInWritten() locates a mistake of a preset in the text of the preset", () => {
  expect(locate({ presets: ["mine"] }, "{{#if x}}")).toEqual([{ line: 1, column: 1 }, "{{#if x}}"]);
});

test("S5 locateInWritten() locates a mistake of a partial in the partial", () => {
  const text = " a {{nope x}}";
  const partials = { row: text };
  const mappings = [{ ...mapping, name: " {{> row}}" }];
  expect(locate({ partials, mappings }, text)).toEqual([{ line: 1, column: 4 }, "{{nope x}}"]);
});
