import { describe, expect, expectTypeOf, it } from "vitest";
import {
  compileTemplate,
  EVENT_ROOTS,
  type Template,
  type TemplateOptions,
  TemplateRenderError,
} from "../index.ts";

function compile(source: string, options?: TemplateOptions): Template {
  const { template, problems } = compileTemplate(source, options);
  expect(problems).toEqual([]);
  return template as Template;
}

describe("compileTemplate()", () => {
  it("renders with the roots of a webhook", () => {
    const template = compile("{{user.name}} {{headers.X-Event}} {{query.q}} {{path}} {{now}}");
    const payload = { user: { name: "ann" } };
    const headers = { "X-Event": ["push", "pull"] };
    const scope = { payload, headers, query: { q: "1" }, path: "p", now: () => "today" };
    expect(template.render(scope)).toBe("ann push, pull 1 p today");
  });

  it("takes roots that are not given for missing", () => {
    const template = compile("[{{headers.x}}{{headers}}{{query.q}}{{path}}{{now}}{{ago at}}]");
    expect(template.render({ payload: { at: 0 } })).toBe("[]");
  });

  it("knows the roots that it is given, and no others", () => {
    const roots = [...EVENT_ROOTS, { name: "team" }];
    const template = compile("{{team.name}} {{payload.team}}", { roots });
    expect(template.render({ payload: { team: "own" }, team: { name: "core" } })).toBe("core own");
    expect(compile("{{path}}", { roots: [] }).render({ payload: { path: "own" }, path: "p" })).toBe(
      "own",
    );
  });

  it("knows partials and further helpers", () => {
    const template = compile("{{> row name=(loud who)}}", {
      partials: { row: "<{{name}}>" },
      helpers: { loud: { arity: [1, 1], call: ([text]) => String(text).toUpperCase() } },
    });
    expect(template.render({ payload: { who: "ann" } })).toBe("<ANN>");
  });

  it("says what the expressions read", () => {
    const { reads } = compile("{{a.b}}{{headers.X}}{{#each list}}{{id}}{{/each}}");
    expect(reads).toEqual([
      { root: "payload", steps: ["a", "b"], exact: true },
      { root: "headers", steps: ["x"], exact: true },
      { root: "payload", steps: ["list"], exact: true },
      { root: "payload", steps: ["id"], exact: false },
    ]);
  });

  it("reports everything that is wrong, and where", () => {
    const { ok, template, problems } = compileTemplate("{{a}}\n {{nope b}}{{#each a b}}{{/each}}", {
      partials: { row: "{{#if}" },
      helpers: { if: { arity: [1, 1], call: () => 1 }, odd: 1 as never },
    });
    expect({ ok, template }).toEqual({ ok: false, template: undefined });
    expect(problems).toEqual([
      expect.objectContaining({
        code: "invalid_value",
        helper: "if",
        hint: "Choose another name.",
      }),
      expect.objectContaining({ code: "wrong_type", helper: "odd" }),
      expect.objectContaining({ code: "template_unclosed", partial: "row", line: 1, offset: 0 }),
      expect.objectContaining({ code: "template_helper_unknown", line: 2, column: 2, offset: 7 }),
      expect.objectContaining({ code: "template_helper_misused", line: 2, column: 12, offset: 17 }),
    ]);
    expect(problems.filter((problem) => "partial" in problem)).toHaveLength(1);
    expect(compileTemplate("{{if a b}}").problems[0]).not.toHaveProperty("partial");
  });

  it("gives a problem without a hint where there is none", () => {
    expect(compileTemplate("{{upper}}{{upper a b c='d'}}").problems[0]).toHaveProperty("message");
    expect(compileTemplate("{{upper a b}}").problems[0]).not.toHaveProperty("hint");
  });

  it("has a template where it is ok", () => {
    const result = compileTemplate("a");
    if (result.ok) expectTypeOf(result.template).toEqualTypeOf<Template>();
    expect(result.ok).toBe(true);
  });
});

describe("render()", () => {
  it.each([
    ["render_limit", "{{a}}", { a: "too long" }, "the rendered text is too long"],
    ["helper_failed", "{{fail a}}", { a: 1 }, 'The helper "fail" threw Error: no'],
    ["payload_too_deep", "{{a}}", { a: nested(501) }, "nested too deep to render"],
  ])("throws %s with a code", (code, source, payload, message) => {
    const call = () => {
      throw new Error("no");
    };
    const helpers = { fail: { arity: [1, 1], call } } as const;
    const template = compile(source, { helpers, limits: { maxCharacters: 5 } });
    const failure = { name: "TemplateRenderError", code, message };
    expect(() => template.render({ payload })).toThrow(expect.objectContaining(failure));
    expect(() => template.render({ payload })).toThrow(TemplateRenderError);
    expect(template.explain({ payload })).toEqual({ ok: false, code, message });
  });

  it("has the limits for each rendering anew", () => {
    const template = compile("{{a}}", { limits: { maxCharacters: 3 } });
    expect(template.render({ payload: { a: "abc" } })).toBe("abc");
    expect(template.render({ payload: { a: "abc" } })).toBe("abc");
  });

  it("passes a fault of the scope on", () => {
    const scope = {
      payload: {},
      now: () => {
        throw new RangeError("ours");
      },
    };
    expect(() => compile("{{now}}").render(scope)).toThrow(RangeError);
  });
});

describe("explain()", () => {
  it("says what each expression read and rendered", () => {
    const template = compile("Hi {{upper user.name}}{{user.missing}}!");
    expect(template.explain({ payload: { user: { name: "ann" } } })).toEqual({
      ok: true,
      text: "Hi ANN!",
      spans: [
        { text: "Hi " },
        {
          text: "ANN",
          origin: {
            expression: "{{upper user.name}}",
            paths: ["payload.user.name"],
            helpers: ["upper"],
          },
        },
        { text: "!" },
      ],
    });
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
