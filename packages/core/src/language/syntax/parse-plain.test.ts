import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../test/runs.ts";
import type { ParsedSource } from "../compile/compile-state.ts";
import { parsePlain } from "./parse-plain.ts";
import { parseByGrammar } from "./parse-template.ts";
import type { MustacheNode, StatementNode } from "./syntax-tree.ts";

describe("parsePlain()", () => {
  it.each([
    "{{a}}",
    "{{ user.name }} <{{user.e-mail}}>",
    "{{messages[0].from}}, {{list.0}}, {{list[0][12].a_b}}",
    "text\n{{a}}{{b}}\n}} } { text",
    "{{\tif\t}} and {{lookup}}",
    "{{thisness.elsewhere.nullable}}",
  ])("reads %j as the grammar does", (source) => {
    const plain = parsePlain(source, "row");
    expect(plain && summarize(plain)).toEqual(summarize(parseByGrammar(source, "row")));
    expect(plain).toMatchObject({ source, partial: "row" });
  });

  it.each([
    "\\{{a}}",
    "\\\\{{a}}",
    "{{a}}}",
    "{{{a}}}",
    "{{~a}}",
    "{{a\n}}",
    "{{a b}}",
    "{{#a}}{{/a}}",
    "{{!a}}",
    "{{> a}}",
    "{{this.a}}",
    "{{a.this}}",
    "{{else}}",
    "{{else-a}}",
    "{{true}}",
    "{{null}}",
    "{{0}}",
    "{{a.0b}}",
    "{{a..b}}",
    "{{a/b}}",
    "{{@index}}",
    "{{a.[b]}}",
    "{{café}}",
    "{{a",
    "{{}}",
    "\0{{a}}",
  ])("leaves %j to the grammar", (source) => {
    expect(parsePlain(source)).toBeUndefined();
  });

  it("agrees with the grammar on whatever it reads", () => {
    const pieces = fc.oneof(
      { weight: 6, arbitrary: TAGS },
      { weight: 1, arbitrary: fc.constantFrom(...MARKS) },
      { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 5 }), (list) => {
        const source = list.join("");
        const plain = parsePlain(source);
        if (plain === undefined) return;
        read += 1;
        expect(summarize(plain)).toEqual(summarize(parseByGrammar(source)));
      }),
      { numRuns: runs(2_000) },
    );
    expect(read).toBeGreaterThan(0);
  });
});

const NAMES = fc.constantFrom(..."a b-c _d e1 this else true.x thisness".split(" "), " a", "\ta");

const STEPS = fc.constantFrom(
  ...".f .g .h-i .g .0 [1] .this this else .else null true.x 0 -1 .2x".split(" "),
  ..." |\t|\n|~|'s'|=|(|)|#if |/if|!|>|&|^|@key|[h]|.[i]|..|./j|/k|café|$".split("|"),
);

const TAGS = fc
  .tuple(NAMES, fc.array(STEPS, { maxLength: 3 }))
  .map(([name, steps]) => `{{${name}${steps.join("")}}}`);

const MARKS = ["{", "}", "{{", "}}", "\\", "\\\\", "\n", "\0", "{{{", "}}}", "{{{{", "[", '"'];

/** What the compiler reads of a parsed text; neighbours of literal text come to one. */
function summarize({ program, offsetOf, tagOf }: ParsedSource): readonly unknown[] {
  const parts: unknown[] = [];
  for (const node of program.body) {
    const last = parts.at(-1);
    if (node.type !== "ContentStatement") parts.push(describeField(node));
    else if (typeof last === "string") parts[parts.length - 1] = last + node.value;
    else parts.push(node.value);
  }
  return parts;

  function describeField(node: StatementNode): unknown {
    const { type, path, params, hash } = node as MustacheNode;
    const { loc: _, ...rest } = path;
    const { data, depth, parts: steps, original } = rest as Record<string, unknown>;
    const fields = { data, depth, parts: steps, original };
    const places = { offset: offsetOf(node), pathAt: offsetOf(path), tag: tagOf(node) };
    return { type, ...fields, ...places, params, hash: hash ?? undefined };
  }
}
