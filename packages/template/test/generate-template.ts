// Arbitrary templates: every kind of tag, nested, beside text that whitespace control looks at.
import fc from "fast-check";
import { dataPaths, expressionsOf, innerPaths, names, paths } from "./generate-expression.ts";

/** What generated templates can name. Each calls only those before it, so that none goes in circles. */
export const PARTIALS: Readonly<Record<string, string>> = {
  row: "<{{a}}|{{b}}>\n",
  cell: "{{#each this}}{{@index}}{{#if a}}{{> row}}{{/if}}{{/each}}",
  frame: "[{{title}} {{> @partial-block}}\n  {{> row}}\n]",
};

const texts = fc.constantFrom("x", " ", "\n", "y ", "\n  ", " }", "{ ", "", "z\n");
const strips = fc.constantFrom("", "", "", "~");
const verbatim = fc.constantFrom("{{! note }}", "{{!-- a }} b --}}", "\\{{a}} ", "\\\\{{a}}");
const elses = fc.constantFrom("else", "^");

type Templates = fc.Arbitrary<string>;

/** Tags without a body. */
function leaves(path: Templates): readonly fc.WeightedArbitrary<string>[] {
  return [
    { weight: 3, arbitrary: texts },
    { weight: 4, arbitrary: values(path) },
    { weight: 1, arbitrary: verbatim },
  ];
}

function values(path: Templates): Templates {
  const shown = fc
    .tuple(strips, fc.oneof(path, dataPaths), strips)
    .map(([left, inner, right]) => `{{${left}${inner}${right}}}.`);
  const looked = fc
    .tuple(path, expressionsOf(path))
    .map(([object, key]) => `{{lookup ${object} ${key}}}.`);
  return fc.oneof({ weight: 4, arbitrary: shown }, { weight: 1, arbitrary: looked });
}

function helperBlocks(path: Templates, body: Templates): Templates {
  const helper = fc.constantFrom("if", "unless", "each", "with");
  return fc
    .tuple(helper, expressionsOf(path), strips, strips, body, elses, fc.option(body))
    .map(([name, argument, left, right, main, word, other]) => {
      const otherwise = other === null ? "" : `{{${right}${word}${left}}}${other}`;
      return `{{${left}#${name} ${argument}${right}}}${main}${otherwise}{{${left}/${name}${right}}}`;
    });
}

function otherBlocks(path: Templates, body: Templates): readonly Templates[] {
  return [
    fc
      .tuple(path, body, fc.constantFrom("if", "unless", "each", "with"), path, body, body)
      .map(
        ([p, a, name, q, b, c]) => `{{#if ${p}}}${a}{{else ${name} ${q}}}${b}{{else}}${c}{{/if}}`,
      ),
    fc
      .tuple(path, body)
      .map(([p, a]) => `{{#with ${p} as |item|}}-{{item.b}}-${a}{{../c}}.{{/with}}`),
    fc
      .tuple(path, body)
      .map(([p, a]) => `{{#each ${p} as |item at|}}-{{item}}-{{at}}-{{item.a}}-${a}{{/each}}`),
    fc
      .tuple(names, fc.constantFrom("#", "^"), body)
      .map(([name, sigil, a]) => `{{${sigil}${name}}}${a}{{/${name}}}`),
    fc
      .tuple(fc.constantFrom("a", "list", "if a", "each list"), body)
      .map(([head, a]) => `{{{{${head}}}}}${a}{{{{/${head.split(" ", 1)[0]}}}}}`),
  ];
}

/** Bodies of inline partials: they call no partial, and stay in the context that they are called in. */
const { template: flatTemplates } = fc.letrec<{ template: string; statement: string }>((tie) => ({
  template: fc.array(tie("statement"), { maxLength: 3 }).map((all) => all.join("")),
  statement: fc.oneof({ maxDepth: 2, depthIdentifier: "flat" }, ...leaves(innerPaths), {
    weight: 2,
    arbitrary: helperBlocks(innerPaths, tie("template")),
  }),
}));

function partialCalls(body: Templates): Templates {
  const called = fc
    .tuple(
      fc.constantFrom("", "\n  "),
      fc.constantFrom("row", "cell"),
      fc.oneof(fc.constant(""), paths),
    )
    .map(([before, partial, argument]) => `${before}{{> ${partial} ${argument}}}\n`);
  const framed = fc
    .tuple(body, paths)
    .map(([a, path]) => `{{#> frame ${path} title="t"}}${a}{{/frame}}`);
  const inline = fc
    .tuple(fc.constantFrom("row", "cell"), flatTemplates)
    .map(([name, a]) => `{{#*inline "${name}"}}${a}{{/inline}}`);
  return fc.oneof(called, framed, inline);
}

const generated = fc.letrec<{ template: string; statement: string }>((tie) => ({
  template: fc.array(tie("statement"), { maxLength: 4 }).map((all) => all.join("")),
  statement: fc.oneof(
    { maxDepth: 4, depthIdentifier: "template" },
    ...leaves(paths),
    { weight: 4, arbitrary: helperBlocks(paths, tie("template")) },
    { weight: 4, arbitrary: fc.oneof(...otherBlocks(paths, tie("template"))) },
    { weight: 3, arbitrary: partialCalls(tie("template")) },
  ),
}));

export const templates: fc.Arbitrary<string> = generated.template;
