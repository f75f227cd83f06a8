// Law: the tree of a template, written as JSON and read back, renders what the template renders.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../tools/test-support/runs.ts";
import { parseTemplate } from "../src/authoring/syntax/parse-template.ts";
import {
  type CompiledTemplate,
  compileParsed,
  compileSource,
  parsePartials,
} from "../src/serving/link/link-template.ts";
import { createRootFrame } from "../src/serving/render/frame.ts";
import { eventBudget } from "./event-budget.ts";
import { payloads } from "./generate-payload.ts";
import { PARTIALS, templates } from "./generate-template.ts";

const { partials } = parsePartials(PARTIALS);
const copied = new Map([...partials].map(([name, one]) => [name, asJson(one)]));

test.each(["keep", "drop"] as const)(
  "compileParsed() of a tree read from JSON renders the same, with empty lines: %s",
  (emptyLines) => {
    fc.assert(
      fc.property(templates, payloads, (source, payload) => {
        const parsed = parseTemplate(source);
        const whole = compileSource(source, { partials, emptyLines });
        if (!parsed.ok || !whole.ok) return;
        const copy = compileParsed(asJson(parsed.parsed), { partials: copied, emptyLines });
        expect(copy.ok && render(copy.template, payload)).toBe(render(whole.template, payload));
      }),
      { numRuns: runs(1000) },
    );
  },
);

function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

function render(template: CompiledTemplate, payload: unknown): string {
  const scope = { payload, headers: {}, query: {}, path: "hook", now: () => "" };
  try {
    return template.render(createRootFrame(scope, eventBudget()));
  } catch (error) {
    return String(error);
  }
}
