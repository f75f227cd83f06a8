import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { parseCall, parseTag } from "./parse-tag.ts";
import { scanTag } from "./scan-tag.ts";
import { scanField } from "./scan-template.ts";
import type { Tag } from "./tag.ts";

const PLAIN = [
  "{{a}}",
  "{{ user.name }}",
  "{{user.e-mail}}",
  "{{messages[0].from}}",
  "{{list.0}}",
  "{{list[0][12].a_b}}",
  "{{\tif\t}}",
  "{{a\n}}",
  "{{thisness.elsewhere.nullable}}",
];

const DOUBTFUL = [
  ..."{{~a}} {{this.a}} {{a.this}} {{true}} {{null}} {{0}} {{a.0b}} {{a..b}} {{a/b}} {{@index}}".split(
    " ",
  ),
  ..."{{a.[b]}} {{café}} {{}} {{{a}}} {{&a}} {{*a}} {{else-a}} {{a}".split(" "),
  "{{a b}}",
  "{{!a}}",
  "{{> a}}",
  "{{#a}}",
];

describe("scanField()", () => {
  it.each(PLAIN)("reads %j as the grammar does", (source) => {
    const field = scanField(source, 0);
    expect(field && readOf(field)).toEqual(readOf(parseCall(scanTag(source, 0))));
    expect(field).toMatchObject({ start: 0, end: source.length });
  });

  it.each(DOUBTFUL)("leaves %j alone", (source) => {
    expect(scanField(source, 0)).toBeUndefined();
  });
});

describe("parseTag()", () => {
  it.each([
    ["{{upper user.name}}", ["upper", "user.name"]],
    ["{{#each list[0].tags}}{{/each}}", ["each", "list.0.tags"]],
    ["{{^ a }}{{/a}}", ["a"]],
    ["{{> row list.0 }}", ["row", "list.0"]],
    ["{{#> row a b}}{{/row}}", ["row", "a", "b"]],
  ])("reads %s without the grammar, and as it does", (source, names) => {
    const tag = scanTag(source, 0);
    const call = parseTag(tag);
    const paths = [call?.path, ...(call?.params ?? [])];
    expect(paths.map((path) => path?.type === "PathExpression" && path.original)).toEqual(names);
    expect(readOf(call)).toEqual(readOf(parseCall(tag)));
  });

  it.each(["{{a!}}", "{{#if (}}", "{{> x=}}", "{{else.a}}", "{{{{a.b}}}}{{{{/a.b}}}}"])(
    "refuses %s",
    (source) => {
      expect(parseTag(scanTag(source, 0))).toBeUndefined();
    },
  );

  it("finds the offsets of calls and paths within a tag, over lines and our spellings", () => {
    const source = "{{#if\n (a\r\n b[0].1 'x\ny' (c @foo))}}{{/if}}";
    const call = parseTag(scanTag(source, 0));
    const offsets = JSON.stringify(call)
      .match(/"start":\d+/g)
      ?.map((text) => Number(text.slice(8)));
    const wanted = ["if", "(a", "a\r", "b[0]", "'x", "(c", "c @", "@foo"];
    expect(offsets?.toSorted((left, right) => left - right)).toEqual(
      wanted.map((text) => source.indexOf(text)).toSorted((left, right) => left - right),
    );
  });

  it("agrees with the grammar on whatever it reads without it", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(PATHS, { minLength: 1, maxLength: 3 }), SIGILS, (paths, sigil) => {
        const inner = paths.join(" ");
        const tag: Tag = { ...scanTag(`{{${sigil}a}}`, 0), inner };
        if (/else\b/.test(paths[0] as string) && sigil === "") return;
        const call = parseTag(tag);
        read += call === undefined ? 0 : 1;
        expect(readOf(call)).toEqual(readOf(parseCall(tag)));
      }),
      { numRuns: runs(2_000) },
    );
    expect(read).toBeGreaterThan(0);
  });
});

const SIGILS = fc.constantFrom("", "#", "^", ">", "#>", "#*", "&");

const NAMES = fc.constantFrom(
  ..."a b-c _d e1 this else true.x thisness as".split(" "),
  " a",
  "\ta",
);

const STEPS = fc.constantFrom(
  ...".f .g .h-i .g .0 [1] .this this else .else null true.x 0 -1 .2x".split(" "),
  ..." |\t|\n|'s'|=|(|)|@key|[h]|.[i]|..|./j|/k|café|$".split("|"),
);

const PATHS = fc
  .tuple(NAMES, fc.array(STEPS, { maxLength: 3 }))
  .map(([name, steps]) => name + steps.join(""));

/** What the compiler reads of a call. */
function readOf(call: object | undefined): unknown {
  if (call === undefined) return undefined;
  const { path, params, hash, blockParams } = call as Record<string, unknown>;
  return { path, params, hash: hash ?? undefined, blockParams: blockParams ?? undefined };
}
