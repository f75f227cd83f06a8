import { describe, expect, it } from "vitest";
import { renderTemplate, traceTemplate } from "../../test/render.ts";

describe("indentRenderer()", () => {
  const cases = [
    ["a\n  {{> p}}\nb", "x\ny\n", "a\n  x\n  y\nb"],
    ["  {{> p}}\nb", "x\ny", "  x\n  yb"],
    ["  {{> p}}", "x\n\ny", "  x\n  \n  y"],
    ["\t{{> p}}\n", "{{text}}", "\tone\n\ttwo\r\n\tthree\u2028four\rfive"],
    ["  {{> p}}\n", "", ""],
    ["  {{> p}}\n", "{{missing}}", ""],
    ["  {{> p}}\n", "\n", "  \n"],
    ["  x {{> p}}\n", "a\nb", "  x a\nb\n"],
    [" {{> q}}\n", "{{text}}\n", "   one\n   two\r\n   three\u2028four\rfive\n"],
    ["  {{#> p}}\n  c\n  {{/p}}\n", "<{{> @partial-block}}>", "<  c\n>"],
  ] as const;

  it.each(cases)("indents the lines of a partial that stands alone: %j", (source, p, text) => {
    const payload = { text: "one\ntwo\r\nthree\u2028four\rfive" };
    const partials = { p, q: "  {{> p}}\n" };
    expect(renderTemplate(source, payload, { partials })).toBe(text);
  });

  it.each(cases)("reports the same text to a trace: %j", (source, p, text) => {
    const payload = { text: "one\ntwo\r\nthree\u2028four\rfive" };
    const traced = traceTemplate(source, payload, { partials: { p, q: "  {{> p}}\n" } });
    expect(traced.text).toBe(text);
    expect(traced.parts.map((part) => part.text).join("")).toBe(text);
  });

  it("reports the indent as the operator's text, also between the lines of a value", () => {
    const { parts } = traceTemplate(
      "  {{> p}}\n",
      { a: "x\ny" },
      { partials: { p: "{{a}}{{b}}!" } },
    );
    const value = { expression: "{{a}}", paths: ["payload.a"], helpers: [] };
    expect(parts).toEqual([
      { text: "  " },
      { text: "x\n", ...value },
      { text: "  " },
      { text: "y", ...value },
      { text: "!" },
    ]);
  });
});
