// Differential test: our closures render what real Handlebars renders, but for the named deviations.
import fc from "fast-check";
import Handlebars from "handlebars";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import { compareStrictly } from "../../../test/compare-strictly.ts";
import { payloads } from "../../../test/generate-payload.ts";
import { PARTIALS, templates } from "../../../test/generate-template.ts";
import { renderTemplate } from "../../../test/render.ts";

/** Text that shows where an object would be rendered: ours is JSON by design. */
const RENDERS_OBJECT = /\[object Object\]/;

const RUNS = runs(1500);

describe("compileTemplate() against Handlebars", () => {
  it("renders the same text for generated templates and payloads", { timeout: 600_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(templates, payloads, (source, data) => {
        const payload = withPlainText(data);
        const wanted = renderTheirs(source, payload);
        if (RENDERS_OBJECT.test(wanted)) return;
        compared += 1;
        expect(renderTemplate(source, payload, { partials: PARTIALS })).toBe(wanted);
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS / 2);
  });
});

function renderTheirs(source: string, payload: unknown): string {
  const environment = Handlebars.create();
  keepNull(environment);
  compareStrictly(environment);
  const options = { noEscape: true };
  const partials = Object.entries(PARTIALS).map(([name, text]) => [
    name,
    environment.compile(text, options),
  ]);
  return environment.compile(source, options)(payload, { partials: Object.fromEntries(partials) });
}

/**
 * A named deviation: Handlebars calls a helper on an empty sealed object where the context is null, and
 * blocks like `#if` then render their body on it.
 */
function keepNull(environment: typeof Handlebars): void {
  for (const [name, helper] of Object.entries(environment.helpers)) {
    environment.registerHelper(name, function (this: unknown, ...all: unknown[]) {
      const context = typeof this === "object" && Object.isSealed(this) ? null : this;
      return (helper as (...args: unknown[]) => unknown).apply(context, all);
    });
  }
}

/** Lists and objects say for themselves how they are written: theirs is made to agree with ours. */
function withPlainText(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  const copy = Array.isArray(data)
    ? data.map(withPlainText)
    : Object.fromEntries(Object.entries(data).map(([key, item]) => [key, withPlainText(item)]));
  Object.defineProperty(copy, "toString", { value: () => JSON.stringify(copy) });
  return copy;
}

it.each(['{{#"if" x}}a{{/if}}', '{{#if x}}a{{/"if"}}', "{{#[if] x}}a{{/if}}"])(
  "compileTemplate() closes a block by any spelling of its name, as Handlebars does: %s",
  (source) => {
    expect(renderTemplate(source, { x: 1 })).toBe(Handlebars.compile(source)({ x: 1 }));
  },
);
