// Law: for any body, also one with a key `payload` of its own, `payload.x` is the same field in
// templates, blocks, `lookup`, partials, conditions and `forEach`; and a trace names it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { keysFromPath, readPath } from "../../../base/src/path.ts";
import { textFromValue } from "../../../template/src/serving/render/text-from-value.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { renderTemplate, traceTemplate } from "../../../template/test/render.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import { evaluate } from "../conditions/evaluate.ts";

const KEYS = ["a", "b", "payload", "source", "headers"] as const;

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, "", "x", 0, 7, false),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 4 }),
}));

const bodies = fc.oneof(
  fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 4 }),
  fc
    .tuple(fc.dictionary(fc.constantFrom("a", "b"), value), value)
    .map(([body, own]) => ({ ...body, payload: own })),
  fc.array(value, { maxLength: 2 }),
);

/** The rule, in one line: what `payload.key` is. */
function expected(body: unknown, key: string): unknown {
  const own = (at: unknown, name: string) =>
    typeof at === "object" && at !== null && Object.hasOwn(at, name);
  const holder =
    !own(body, key) && own(body, "payload") ? Reflect.get(body as object, "payload") : body;
  return own(holder, key) ? Reflect.get(holder as object, key) : undefined;
}

const partials = { card: "{{K}}", named: "{{K}}{{#if none}}{{/if}}" };
const forKey = (source: string, key: string) => source.replaceAll("K", key);

test.each([
  "{{payload.K}}",
  "{{payload.[K]}}",
  "{{lookup payload 'K'}}",
  "{{default payload.K ''}}",
  "{{#each list}}{{payload.K}}{{/each}}",
])("every template reads what the rule says: %s", (source) => {
  fc.assert(
    fc.property(bodies, fc.constantFrom("a", "b", "source"), (body, key) => {
      const payload = Array.isArray(body) ? body : { ...body, list: [1] };
      const text = renderTemplate(forKey(source, key), payload);
      const isLoop = source.includes("#each") && Array.isArray(body);
      expect(text).toBe(isLoop ? "" : textFromValue(expected(payload, key), eventBudget()));
    }),
    { numRuns: runs(300) },
  );
});

test.each([
  "{{#with payload}}{{K}}{{/with}}",
  "{{#with payload}}{{this.K}}{{/with}}",
  "{{#with payload as |whole|}}{{whole.K}}{{/with}}",
  "{{#with payload}}{{#with this}}{{K}}{{/with}}{{/with}}",
  "{{#with payload}}{{#with 'text'}}{{../K}}{{/with}}{{/with}}",
  "{{#with payload}}{{payload.K}}{{/with}}",
  "{{#with payload}}{{lookup payload 'K'}}{{/with}}",
  "{{#with payload}}{{> card}}{{/with}}",
  "{{#with payload}}{{> card payload}}{{/with}}",
  "{{#if payload}}{{> card payload}}{{/if}}",
  "{{#if payload}}{{> named payload none=1}}{{/if}}",
])("a block that enters payload reads what the rule says: %s", (source) => {
  fc.assert(
    fc.property(bodies, fc.constantFrom("a", "b", "source"), (body, key) => {
      const options = {
        partials: { card: forKey(partials.card, key), named: forKey(partials.named, key) },
      };
      const isEntered = renderTemplate("{{#if payload}}yes{{/if}}", body) === "yes";
      // The number 0 is entered by #with and not by #if; it has no fields, but the body may have.
      const whole = expected(body, "payload");
      fc.pre(whole !== 0);
      const text = renderTemplate(forKey(source, key), body, options);
      expect(text).toBe(isEntered ? textFromValue(expected(body, key), eventBudget()) : "");
    }),
    { numRuns: runs(300) },
  );
});

test("`payload` alone is the body's own key, else the body", () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const isOwn = !Array.isArray(body) && Object.hasOwn(body, "payload");
      const wanted = isOwn ? Reflect.get(body, "payload") : body;
      expect(renderTemplate("{{payload}}", body)).toBe(textFromValue(wanted, eventBudget()));
      expect(evaluate({ var: "payload" }, body) ?? null).toEqual(wanted ?? null);
    }),
    { numRuns: runs(300) },
  );
});

test("conditions and match.source read what templates read", async () => {
  await fc.assert(
    fc.asyncProperty(bodies, fc.constantFrom("a", "b", "payload"), async (body, key) => {
      const wanted = expected(body, key);
      expect(evaluate({ var: `payload.${key}` }, body)).toEqual(wanted ?? null);
      const isMissing = wanted === undefined || wanted === null || wanted === "";
      expect(evaluate({ missing: [`payload.${key}`] }, body)).toHaveLength(isMissing ? 1 : 0);
      const { matches } = await each(key).explain({ path: "source", payload: body });
      const isMatched = matches.some(({ result }) => result === "matched");
      expect(isMatched).toBe(expected(body, "source") === "x");
    }),
    { numRuns: runs(300) },
  );
});

test("forEach reads what templates read", async () => {
  await fc.assert(
    fc.asyncProperty(bodies, fc.constantFrom("a", "b", "payload"), async (body, key) => {
      // Through a list, forEach takes the field of each element, which templates do not read.
      fc.pre(!Array.isArray(body) && (key in body || !Array.isArray(expected(body, "payload"))));
      const wanted = expected(body, key);
      const resolution = await each(key).resolve({ path: "ci", payload: body });
      if (Array.isArray(wanted) && wanted.length > 0) {
        const elements = resolution.outcome === "batch" ? resolution.elements : [{ resolution }];
        expect(elements.map((element) => textOf(element.resolution))).toEqual(
          wanted.map(
            (item) =>
              `: ${textFromValue(item, eventBudget())} = ${textFromValue(item, eventBudget())}`,
          ),
        );
      } else {
        const isNone = wanted === undefined || wanted === null || Array.isArray(wanted);
        expect(resolution.outcome).toBe(isNone ? "handled" : "refused");
      }
    }),
    { numRuns: runs(300) },
  );
});

function each(key: string) {
  return compileHooks({
    hooks: {
      mappings: [
        { match: { path: "source", source: "x" }, messageTemplate: "x" },
        {
          match: { path: "ci" },
          forEach: `payload.${key}`,
          messageTemplate: `: {{item}} = {{payload.${key}.[0]}}`,
        },
      ],
    },
  });
}

function textOf(resolution: object): unknown {
  return Reflect.get(Reflect.get(resolution, "action") as object, "untrustedText");
}

test("a trace names the paths that were read, from the body", () => {
  const source =
    "{{payload.a}}|{{#with payload}}{{a}}|{{../a}}{{/with}}|{{#with payload as |p|}}{{p.a}}{{/with}}|{{#if payload}}{{> card payload}}{{/if}}|{{#with payload}}{{#each b}}{{a}}{{this}}{{/each}}{{/with}}|{{payload}}";
  fc.assert(
    fc.property(bodies, (body) => {
      const { parts } = traceTemplate(source, body, { partials: { card: "{{a}}" } });
      for (const { text, paths } of parts) {
        if (paths === undefined) continue;
        expect(paths).toHaveLength(1);
        const [, ...steps] = (paths[0] as string).split(".");
        expect(text).toBe(textFromValue(readPath(body, keysFromPath(steps)), eventBudget()));
      }
    }),
    { numRuns: runs(500) },
  );
});

test("values beyond the body, and an element's own values, are not the payload", () => {
  const body = { a: [{ payload: { b: "own" } }], b: "body", payload: { b: "key" } };
  const render = (source: string) => renderTemplate(source, body);
  expect(render("{{#with payload}}[{{lookup ../../payload 'b'}}{{../../b}}]{{/with}}")).toBe("[]");
  expect(render("{{#each a}}{{lookup payload 'b'}} {{payload.b}}{{/each}}")).toBe("own own");
  expect(render("{{#each a}}{{#with payload}}{{b}}{{/with}}{{/each}}")).toBe("own");
  expect(render("{{#with (default payload payload.a)}}{{b}}{{/with}}")).toBe("key");
  expect(render("{{#with payload}}{{this.[b]}} {{this.b.c.d}}{{lookup this 'b'}}{{/with}}")).toBe(
    "body key",
  );
});
