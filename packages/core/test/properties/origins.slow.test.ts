// Laws of origins: the spans of a field join to its text, and the paths of each lead to its value.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { textFromValue } from "../../../template/src/serving/render/text-from-value.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { payloads } from "../../../template/test/generate-payload.ts";
import { PARTIALS, templates } from "../../../template/test/generate-template.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { Explanation, FieldReport, Span } from "../../src/model/explanation.ts";
import { neutralize } from "../../src/serving/fence/neutralize.ts";

/** Beside other tests on two cores. */
const TIME = { timeout: 600_000 };

interface Outcome {
  readonly explanation: Explanation;
  readonly message: FieldReport | undefined;
  /** The message as `resolve` made it, before the fence. */
  readonly resolved: string | undefined;
}

async function explain(
  messageTemplate: string,
  payload: unknown,
  mapping: { readonly forEach?: string } = {},
): Promise<Outcome> {
  const hooks = compileHooks(
    {
      hooks: {
        mappings: [{ match: { path: "x" }, messageTemplate, ...mapping }],
        partials: PARTIALS,
      },
    },
    { clock: () => 0, randomId: () => "id" },
  );
  const event = { path: "x", payload, headers: { "X-Event": "push" }, query: { q: "1" } };
  const explanation = await hooks.explain(event);
  const resolution = await hooks.resolve(event);
  const resolved =
    resolution.outcome === "action" ? resolution.action.parts.at(-1)?.text : undefined;
  return {
    explanation,
    message: explanation.fields.find(({ field }) => field === "message"),
    resolved,
  };
}

function joined(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join("");
}

/** What lies at `payload.a.0.b` and the like. */
function readPath(path: string, payload: unknown): unknown {
  const [root, ...steps] = path.split(".");
  if (root === "headers") return "push";
  if (root === "query") return "1";
  return steps.reduce<unknown>(
    (value, step) =>
      value !== null && value !== undefined && Object.hasOwn(value, step)
        ? (value as Record<string, unknown>)[step]
        : undefined,
    payload,
  );
}

/** Whether the text of a span is what lies at its path; a key is the last step of it. */
function leadsToText({ text, origin }: Span, payload: unknown): boolean {
  if (origin.kind === "operator" || origin.helpers.length > 0) return true;
  const [path, ...others] = origin.paths;
  // A context with named arguments over it comes from several places at once, some of them literals.
  if (others.length > 0 || text.includes('"title":"t"'))
    return /\{\{~?this/.test(origin.expression);
  // A literal of the template, the name of a named argument, or the count of a loop.
  if (path === undefined) return /^(?:text|x y|t|title|\d+|true|false)$/.test(text);
  const isKey = path.split(".").at(-1) === text;
  if (/@key|\{\{at\}\}/.test(origin.expression)) return isKey;
  // A key can be the context: {{#with @key}}{{this}}{{/with}}.
  if (isKey && /\{\{~?this/.test(origin.expression)) return true;
  // An indented partial shows a value line by line.
  return textFromValue(readPath(path, payload), eventBudget()).includes(text);
}

describe("explain()", () => {
  it(
    "gives spans that joined are the text, for generated templates and payloads",
    TIME,
    async () => {
      await fc.assert(
        fc.asyncProperty(templates, payloads, async (template, payload) => {
          const { message, resolved } = await explain(`T ${template}`, payload);
          const text = message?.text ?? "";
          expect(joined(message?.spans ?? [])).toBe(text);
          expect(text.startsWith("T")).toBe(true);
          // The text of an action is neutralized for its fence.
          expect([text, neutralize(text)]).toContain(resolved);
          expect(message?.spans.every((span) => span.text !== "")).not.toBe(false);
        }),
        { numRuns: runs(300) },
      );
    },
  );

  it(
    "gives paths at which the text of the span is found, for generated templates",
    TIME,
    async () => {
      let located = 0;
      await fc.assert(
        fc.asyncProperty(templates, payloads, async (template, payload) => {
          const { message } = await explain(`T ${template}`, payload);
          for (const span of message?.spans ?? []) {
            if (span.origin.kind === "payload") located += 1;
            expect(span).toSatisfy((one: Span) => leadsToText(one, payload));
          }
        }),
        { numRuns: runs(300) },
      );
      expect(located).toBeGreaterThan(50);
    },
  );

  it("tells of each block what lies at the paths that decided it", TIME, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(templates, payloads, async (template, payload) => {
        const { explanation } = await explain(`T ${template}`, payload);
        for (const { seen, times, rendered } of explanation.blocks) {
          found += seen.length;
          expect(["body", "else", "none"]).toContain(rendered);
          expect(times).toBeGreaterThan(0);
          for (const { expression, value } of seen) {
            if (expression.startsWith("payload."))
              expect(value).toEqual(readPath(expression, payload));
          }
        }
      }),
      { numRuns: runs(200) },
    );
    expect(found).toBeGreaterThan(20);
  });

  it("gives the paths of the payload that one element sees, and those of the element", async () => {
    const payload = {
      messages: [
        { id: "a", tags: ["x"] },
        { id: "b", tags: ["y", "z"] },
      ],
    };
    const template =
      "{{messages[0].id}} {{item.id}} {{index}} {{#each item.tags}}{{this}}{{/each}}";
    const { explanation } = await explain(template, payload, { forEach: "messages" });
    const paths = explanation.fields.map(({ index, spans }) => [
      index,
      ...spans.flatMap(({ text, origin }) =>
        origin.kind === "payload" ? [`${text} < ${origin.paths.join()}`] : [],
      ),
    ]);
    expect(paths).toEqual([
      [0, "a < payload.messages.0.id", "a < item.id", "0 < index", "x < item.tags.0"],
      [
        1,
        "b < payload.messages.0.id",
        "b < item.id",
        "1 < index",
        "y < item.tags.0",
        "z < item.tags.1",
      ],
    ]);
  });

  it("names the nearest field of an expression that rendered empty inside of a block", async () => {
    const payload = { user: { login: "ada" }, list: [{ title: "t" }] };
    const template = "x{{#with user}}{{logn}}{{/with}}{{#each list}}{{titel}}{{/each}}{{../x}}";
    const { explanation } = await explain(template, payload);
    expect(explanation.emptyExpressions).toEqual([
      { field: "message", expression: "{{logn}}", nearest: "user.login" },
      { field: "message", expression: "{{titel}}", nearest: "list[0].title" },
      { field: "message", expression: "{{../x}}" },
    ]);
  });
});
