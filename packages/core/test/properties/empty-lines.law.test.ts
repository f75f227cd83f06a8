// Laws: dropping lines removes blank ones of tags and nothing else, whatever the values are.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { payloads } from "../../../template/test/generate-payload.ts";
import { PARTIALS, templates } from "../../../template/test/generate-template.ts";
import { renderTemplate, traceTemplate } from "../../../template/test/render.ts";

const options = { partials: PARTIALS };
const drop = { ...options, emptyLines: "drop" } as const;

function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** The lines that are solid, each with the number of blank ones before it. */
function solidLines(text: string): readonly (readonly [line: string, blanks: number])[] {
  let blanks = 0;
  return [...text.split("\n"), "end"].flatMap((line) => {
    if (isBlank(line)) {
      blanks += 1;
      return [];
    }
    const counted = [line, blanks] as const;
    blanks = 0;
    return [counted];
  });
}

test("dropping removes blank lines only, and explain tells the same text", () => {
  fc.assert(
    fc.property(templates, payloads, (template, payload) => {
      const kept = solidLines(renderTemplate(template, payload, options));
      const text = renderTemplate(template, payload, drop);
      const left = solidLines(text);
      expect(left.map(([line]) => line)).toEqual(kept.map(([line]) => line));
      for (const [index, [, blanks]] of left.entries()) {
        expect(blanks).toBeLessThanOrEqual(kept[index]?.[1] as number);
      }
      const { parts } = traceTemplate(template, payload, drop);
      expect(parts.map((part) => part.text).join("")).toBe(text);
    }),
    { numRuns: runs(300) },
  );
});

/** A line, or several, of a template, and what they are to render. */
interface Modelled {
  readonly source: readonly string[];
  /** Lines; one that is marked is a line of tags. */
  readonly lines: (
    values: Values,
  ) => readonly { readonly text: string; readonly isTags: boolean }[];
}

type Values = Readonly<Record<"a" | "b", string>>;

const names = fc.constantFrom("a", "b");
const literals: fc.Arbitrary<Modelled> = fc
  .constantFrom("", " ", "text", "# {{! c }}head", "\\{{a}}")
  .map((text) => ({
    source: [text],
    lines: () => [{ text: text.replace("{{! c }}", "").replace("\\", ""), isTags: false }],
  }));
const fields: fc.Arbitrary<Modelled> = fc
  .tuple(fc.constantFrom("", "  ", "\t"), names, fc.constantFrom("", " ", "x"), names)
  .map(([before, one, between, other]) => ({
    source: [`${before}{{${one}}}${between}{{${other}}}`],
    lines: (values) => [
      { text: before + values[one] + between + values[other], isTags: between !== "x" },
    ],
  }));
const conditions: fc.Arbitrary<Modelled> = fc.tuple(names, names).map(([one, other]) => ({
  source: [`{{#if ${one}}}[{{${other}}}]{{/if}}`],
  lines: (values) => [{ text: values[one] === "" ? "" : `[${values[other]}]`, isTags: true }],
}));

const { modelled } = fc.letrec<{ modelled: readonly Modelled[]; block: Modelled }>((tie) => ({
  modelled: fc.array(
    fc.oneof({ maxDepth: 2 }, literals, fields, conditions, tie("block") as typeof literals),
    { minLength: 1, maxLength: 4 },
  ),
  block: fc.tuple(names, tie("modelled")).map(([name, body]) => ({
    source: [`{{#if ${name}}}`, ...body.flatMap(({ source }) => source), "{{/if}}"],
    lines: (values) => (values[name] === "" ? [] : body.flatMap(({ lines }) => lines(values))),
  })),
}));

const texts = fc.constantFrom(
  ...["", " ", "\n", "\r\n\n", "x", "x\n", "\nx", "x\n\nx", "{{a}}", "{{/if}}\n", "\u200b"],
);

test("dropping leaves what a model of lines says: no value removes text of the template", () => {
  const values = fc.record({ a: texts, b: texts });
  fc.assert(
    fc.property(modelled, values, (model, payload) => {
      const source = [...model.flatMap((one) => one.source), "end"].join("\n");
      const lines = model.flatMap((one) => one.lines(payload));
      const join = (chosen: typeof lines) => [...chosen.map(({ text }) => text), "end"].join("\n");
      const left = lines.filter(({ text, isTags }) => !isTags || !isBlank(text));
      expect(renderTemplate(source, payload)).toBe(join(lines));
      expect(renderTemplate(source, payload, { emptyLines: "drop" })).toBe(join(left));
    }),
    { numRuns: runs(1000) },
  );
});
