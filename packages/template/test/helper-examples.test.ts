// Every example in the comment of a built-in helper is executed, and every helper has one.
import { describe, expect, it, test } from "vitest";
import { builtInHelpers } from "../src/serving/helpers/index.ts";
import { parseHelperComment, readHelperComments } from "../tools/read-helper-comments.mjs";
import { renderTemplate } from "./render.ts";

const comments = readHelperComments();

describe.each(comments)("{{$name}}", ({ examples }) => {
  it.each(examples)("renders $template", ({ payload, template, output }) => {
    expect(renderTemplate(template, JSON.parse(payload)).trimEnd()).toBe(output);
  });
});

test("readHelperComments() gives the helpers in the order of the table", () => {
  expect(comments.map(({ name }) => name)).toEqual([...builtInHelpers.keys()]);
});

test("readHelperComments() finds signatures that name the helper", () => {
  const others = comments.filter(({ name, signature }) => !signature.includes(name));
  expect(others).toEqual([]);
});

describe("parseHelperComment()", () => {
  const parse = (lines: readonly string[]) =>
    parseHelperComment({ name: "loud", group: "text", comment: lines.map(toLine).join("") });
  const toLine = (line: string) => ` *${line === "" ? "" : ` ${line}`}\n`;

  it("reads signature, paragraphs and examples of several lines", () => {
    const example = ["@example", '{"a": 1}', "{{loud", "a}}", "→ one", "", "two"];
    expect(parse(["`{{loud a}}`: the first", "line.", "", "More.", "", ...example])).toEqual({
      name: "loud",
      group: "text",
      signature: "{{loud a}}",
      paragraphs: ["The first line.", "More."],
      examples: [{ payload: '{"a": 1}', template: "{{loud\na}}", output: "one\n\ntwo" }],
    });
  });

  it.each([
    [[], 'does not begin with "`{{loud …}}`: "'],
    [["Makes it loud."], 'does not begin with "`{{loud …}}`: "'],
    [["`{{loud a}}`: loud."], 'Helper "loud" has no @example.'],
    [["`{{loud a}}`: loud.", "@example", "{}", "{{loud a}}"], "is not payload, template"],
    [["`{{loud a}}`: loud.", "@example", "{}", "→ A"], "is not payload, template"],
  ])("refuses %j", (lines, message) => {
    expect(() => parse(lines)).toThrow(message);
  });
});
