import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, traceTemplate } from "../../../test/render.ts";
import { builtInHelpers } from "../../serving/helpers/index.ts";
import type { CompiledTemplate } from "../../serving/link/link-template.ts";
import { compileSource, parsePartials } from "./compile-source.ts";

function compile(source: string): CompiledTemplate {
  const compilation = compileSource(source);
  if (!compilation.ok) throw new Error(compilation.problems[0]?.message);
  return compilation.template;
}

/** Where and what: `1:3 template_helper_unknown`. */
function mistakesIn(source: string, partials: Record<string, string> = {}): readonly string[] {
  const compilation = compileSource(source, { partials: parsePartials(partials).partials });
  const problems = compilation.ok ? [] : compilation.problems;
  return problems.map(
    ({ position: { line, column }, code, partial = "" }) => `${partial}${line}:${column} ${code}`,
  );
}

describe("compileTemplate()", () => {
  it("reports every wrong statement", () => {
    const partials = { p: "{{nope a}} {{#if}}x{{/if}}" };
    expect(
      mistakesIn("{{a}} {{upper}} {{#each l}}{{nope b}}{{> q}}{{/each}}{{> p}}{{@x}}", partials),
    ).toEqual([
      "1:28 template_helper_unknown",
      "1:38 template_partial_unknown",
      "p1:1 template_helper_unknown",
      "p1:12 template_helper_misused",
      "1:63 template_syntax",
    ]);
  });

  it.each([
    ["{{json a indent=(nope b)}}{{#nope}}{{@x}}{{/nope}}", ["1:17", "1:38"]],
    ["{{upper (json a indent=(nope b))}}", ["1:24"]],
    ["{{#if (nope a)}}{{upper}}{{/if}}{{#each l size=(nope b)}}{{/each}}", ["1:7", "1:33"]],
    ["{{#@x}}{{upper}}{{/@x}}{{#a}}{{else}}{{upper a b}}{{/a}}", ["1:4", "1:38"]],
    ["{{> p (nope a)}}{{> p a=(nope b)}}{{> p a b=(nope c)}}", ["1:7", "1:25", "1:45"]],
    ["{{#> p}}{{* x}}{{/p}}{{#if a}}{{* y}}{{/if}}{{upper a b}}", ["1:9", "1:31", "1:45"]],
    ["{{#if a}}{{else}}{{* y}}{{/if}}", ["1:18"]],
  ])("gives a statement up at the first mistake in it: %s", (source, places) => {
    const mistakes = mistakesIn(source, { p: "x" });
    expect(mistakes.map((mistake) => mistake.split(" ", 1)[0])).toEqual(places);
  });

  it("stops at the first problem that would repeat without end", () => {
    const partials = {
      a: '{{#*inline "x"}}{{/inline}}{{> b}}{{> b}}',
      b: '{{#*inline "x"}}{{/inline}}{{> a}}{{> a}}',
    };
    expect(mistakesIn("{{nope a}}{{> a}}{{nope b}}", partials)).toEqual([
      "1:1 template_helper_unknown",
      expect.stringMatching(/ template_partial_cyclic$/),
    ]);
  });

  it.each([
    ["plain text", true, "plain text", 10],
    ["", true, "", 0],
    ["{{! note }}plain", true, "plain", 5],
    ["\\{{x}}", true, "{{x}}", 5],
    ["a {{x}} b", false, "a ", 4],
    ["{{x}}", false, "", 0],
    ["ab{{#if x}}c{{/if}}d", false, "ab", 3],
  ])("knows the literal text of %j", (source, isLiteral, literalPrefix, literalLength) => {
    expect(compile(source)).toMatchObject({ source, isLiteral, literalPrefix, literalLength });
  });

  it("lists what the template reads", () => {
    const reads = (source: string) => {
      const compilation = compileSource(source);
      const found = compilation.ok ? compilation.reads : [];
      return found.map(({ root, steps, exact }) => [exact ? "=" : "~", root, ...steps].join(" "));
    };
    expect(reads("a")).toEqual([]);
    expect(reads("{{a.b}}{{payload.c}}{{now}}{{headers.X}}")).toEqual([
      "= payload a b",
      "= payload c",
      "= now",
      "= headers x",
    ]);
    expect(
      reads("{{#each list}}{{id}}{{../a}}{{@key}}{{path}}{{@root.z}}{{@index}}{{/each}}"),
    ).toEqual([
      "= payload list",
      "~ payload id",
      "= payload a",
      "~ payload",
      "= path",
      "= payload z",
    ]);
    expect(reads("{{#with a as |b|}}{{b.c}}{{/with}}")).toEqual(["= payload a", "~ payload c"]);
  });

  it("names each root once", () => {
    expect(compile("a").roots).toEqual([]);
    expect(compile("{{a.b}}{{now}}{{c}}{{headers.x}}").roots).toEqual([
      "payload",
      "now",
      "headers",
    ]);
  });

  it("reports literal text to a trace, also in a template without expressions", () => {
    expect(traceTemplate("plain").parts).toEqual([{ text: "plain" }]);
    expect(traceTemplate("a {{! b }}c", {}).parts).toEqual([{ text: "a c" }]);
  });

  it("reports each expression as it is written", () => {
    const { parts } = traceTemplate("{{{ a }}}, {{~lookup o '}}'~}} .", { a: 1, o: { "}}": 2 } });
    expect(parts.map(({ text, expression }) => [text, expression])).toEqual([
      ["1", "{{{ a }}}"],
      [",", undefined],
      ["2", "{{~lookup o '}}'~}}"],
      [".", undefined],
    ]);
  });

  it("uses the given helpers, partials and roots", () => {
    const { partials } = parsePartials({ row: "{{mapping}}" });
    expect(compileSource("{{lookup a 'b'}}", { helpers: new Map() }).ok).toBe(false);
    expect(compileSource("{{lookup a 'b'}}", { helpers: builtInHelpers }).ok).toBe(true);
    expect(compileSource("{{> row}}", { partials }).ok).toBe(true);
    expect(compileSource("{{> row}}").ok).toBe(false);
  });

  it("refuses partials and blocks that are nested too deep for the stack", () => {
    const chain = (length: number, blocks: number) => {
      const partials: Record<string, string> = { [`p${length}`]: "end" };
      for (let index = 0; index < length; index++) {
        partials[`p${index}`] =
          `${"{{#if a}}".repeat(blocks)}{{> p${index + 1}}}${"{{/if}}".repeat(blocks)}`;
      }
      return partials;
    };
    expect(renderTemplate("{{> p0}}", { a: 1 }, { partials: chain(18, 20) })).toBe("end");
    expect(problemOfTemplate("{{> p0}}", { partials: chain(20, 20) })).toMatchObject({
      code: "template_too_deep",
      message: "partials and blocks are nested too deep within each other",
      position: { line: 1, column: 1 },
      partial: "p19",
    });
  });
});

describe("compileTemplate() of thousands of mistakes", () => {
  it("reports each with its line and column, and searches for similar names for the first 1,000", () => {
    const compilation = compileSource("a\n{{nope x}} {{uper x}}\n".repeat(1_000));
    const problems = compilation.ok ? [] : compilation.problems;
    expect(problems).toHaveLength(2_000);
    expect(problems.at(-1)?.position).toEqual({ line: 2_000, column: 12 });
    expect(problems[999]?.hint).toBe('Did you mean "upper"?');
    expect(problems[1_001]?.hint).toBe(undefined);
  });
});

describe("parsePartials()", () => {
  it("reports each wrong partial, and keeps its name known to templates that call it", () => {
    const { partials, problems } = parsePartials({
      row: "{{a}}",
      "two words": "plain",
      open: "x\n{{#if a}}",
      stray: "{{else}}",
    });
    expect([...partials.keys()]).toEqual(["row", "two words", "open", "stray"]);
    expect(problems.map(({ partial, code, position }) => [partial, code, position])).toEqual([
      ["open", "template_unclosed", { line: 2, column: 1 }],
      ["stray", "template_else_stray", { line: 1, column: 1 }],
    ]);
  });
});
