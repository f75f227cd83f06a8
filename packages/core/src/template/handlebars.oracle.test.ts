// Differential test: our closures render what real Handlebars renders, but for the named deviations.
import fc from "fast-check";
import Handlebars from "handlebars";
import { describe, expect, it } from "vitest";
import { compileTemplate } from "./compile-template.ts";
import { createRootFrame } from "./frame.ts";
import { parsePartials } from "./parse-partials.ts";
import { Budget, DEFAULT_RENDER_LIMITS } from "./scope.ts";

function renderOurs(source: string, payload: unknown, partials: Record<string, string>): string {
  const parsed = parsePartials(partials);
  const compilation = compileTemplate(source, { partials: parsed.partials });
  if (!compilation.ok) throw new Error(`${compilation.problem.message} in ${source}`);
  const scope = { payload, headers: {}, query: {}, path: "p", now: () => "now" };
  return compilation.template.render(createRootFrame(scope, new Budget(DEFAULT_RENDER_LIMITS)));
}

function renderTheirs(source: string, payload: unknown, partials: Record<string, string>): string {
  const environment = Handlebars.create();
  environment.log = () => undefined;
  const options = { noEscape: true };
  const compiled = Object.entries(partials).map(([name, text]) => [
    name,
    environment.compile(text, options),
  ]);
  return environment.compile(source, options)(payload, { partials: Object.fromEntries(compiled) });
}

const name = fc.constantFrom("a", "b", "c", "list", "object", "missing");
const segment = fc.oneof(
  { weight: 8, arbitrary: name },
  { weight: 1, arbitrary: fc.constantFrom("[0]", "[1]", "length") },
);
const path = fc
  .tuple(
    fc.constantFrom("", "", "", "", "this.", "./", "../", "../../"),
    name,
    fc.array(segment, { maxLength: 2 }),
  )
  .map(([prefix, first, rest]) => prefix + [first, ...rest].join("."));
const dataPath = fc.constantFrom("@index", "@key", "@first", "@last", "@root.a", "this");
const literal = fc.constantFrom('"text"', "'x y'", "12", "true", "false", "null", "undefined");
const expression = fc.oneof(
  { weight: 6, arbitrary: path },
  { weight: 2, arbitrary: dataPath },
  { weight: 1, arbitrary: literal },
  {
    weight: 1,
    arbitrary: fc.tuple(path, fc.oneof(path, literal)).map(([o, k]) => `(lookup ${o} ${k})`),
  },
);
const text = fc.constantFrom("x", " ", "\n", "y ", "\n  ", " }", "{ ", "", "z\n");
const strip = fc.constantFrom("", "", "", "~");

const { template } = fc.letrec<{ template: string; statement: string }>((tie) => ({
  template: fc
    .array(tie("statement"), { maxLength: 4, depthSize: "small" })
    .map((all) => all.join("")),
  statement: fc.oneof(
    { maxDepth: 4, depthIdentifier: "template" },
    { weight: 3, arbitrary: text },
    {
      weight: 4,
      arbitrary: fc
        .tuple(strip, fc.oneof(path, dataPath), strip)
        .map(([left, inner, right]) => `{{${left}${inner}${right}}}.`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(path, expression).map(([o, k]) => `{{lookup ${o} ${k}}}.`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("{{! note }}", "{{!-- a }} b --}}", "\\{{a}} ", "\\\\{{a}}"),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom("if", "unless", "each", "with"),
          expression,
          strip,
          strip,
          tie("template"),
          fc.option(tie("template")),
        )
        .map(([helper, argument, left, right, main, other]) =>
          `{{#${left}${helper} ${argument}${right}}}${main}${
            other === null ? "" : `{{${right}else${left}}}${other}`
          }{{${left}/${helper}${right}}}`
            .replace("{{#~", "{{~#")
            .replace("{{~/", "{{~/"),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(path, tie("template"), path, tie("template"), tie("template"))
        .map(([p, a, q, b, c]) => `{{#if ${p}}}${a}{{else if ${q}}}${b}{{else}}${c}{{/if}}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(path, tie("template"))
        .map(([p, a]) => `{{#each ${p} as |item key|}}-{{item}}-{{key}}-{{item.a}}-${a}{{/each}}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, fc.constantFrom("#", "^"), tie("template"))
        .map(([p, sigil, a]) => `{{${sigil}${p}}}${a}{{/${p}}}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom("", "\n  "),
          fc.constantFrom("row", "cell"),
          fc.oneof(fc.constant(""), path),
        )
        .map(([before, partial, argument]) => `${before}{{> ${partial} ${argument}}}\n`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie("template"), path)
        .map(([a, p]) => `{{#> frame ${p} title="t"}}${a}{{/frame}}`),
    },
  ),
}));

const scalar = fc.constantFrom<unknown>("s", "", 0, 1, true, false, null, "<b>&");
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "list", "object", "title"), tie("value"), {
      noNullPrototype: true,
    }),
  ),
}));
const payload = fc.record({
  a: value,
  b: value,
  c: scalar,
  list: fc.array(value, { maxLength: 3 }),
  object: fc.record({ a: value, b: scalar }),
});

const PARTIALS = {
  row: "<{{a}}|{{b}}>\n",
  cell: "{{#each this}}{{@index}}{{#if a}}{{> row}}{{/if}}{{/each}}",
  frame: "[{{title}} {{> @partial-block}}]",
};

/** Text that shows where an object or a list would be rendered: ours is JSON by design. */
const RENDERS_OBJECT = /\[object Object\]/;

const RUNS = Number(process.env["HOOKWRIGHT_ORACLE_RUNS"] ?? 5000);

describe("compileTemplate() against Handlebars", () => {
  it("renders the same text for generated templates and payloads", { timeout: 240_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(template, payload, (source, data) => {
        const wanted = renderTheirs(source, withPlainText(data), PARTIALS);
        if (RENDERS_OBJECT.test(wanted)) return;
        compared += 1;
        expect(renderOurs(source, withPlainText(data), PARTIALS)).toBe(wanted);
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
  });
});

/** Lists say for themselves how they are written; ours is JSON by design, so theirs is made to agree. */
function withPlainText(data: unknown): unknown {
  if (Array.isArray(data)) {
    const list = data.map(withPlainText);
    Object.defineProperty(list, "toString", { value: () => JSON.stringify(list) });
    return list;
  }
  if (typeof data !== "object" || data === null) return data;
  const copy = Object.fromEntries(
    Object.entries(data).map(([key, item]) => [key, withPlainText(item)]),
  );
  Object.defineProperty(copy, "toString", { value: () => JSON.stringify(copy) });
  return copy;
}
