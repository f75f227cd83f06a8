import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";
import type { CallLiterals, HelperTable, ValueHelper } from "../render/helper.ts";

const shared = { kind: "value", arity: [0, 5], call: () => "as called" } as const;

/** Renders the literals that `prepare` gets, as JSON. */
const echo: ValueHelper = {
  ...shared,
  name: "echo",
  prepare: (literals) => {
    const text = JSON.stringify(literals, (_key, value) => (value === undefined ? "?" : value));
    return { ok: true, call: () => text };
  },
};
const picky: ValueHelper = {
  ...shared,
  name: "picky",
  hash: ["zone", "digits"],
  prepare: ({ args: [first] }: CallLiterals) => {
    if (first?.value === "bad") return { ok: false, problem: "takes no bad" };
    if (first?.value === "worse") {
      return { ok: false, problem: "takes no worse", hint: 'Write "good".' };
    }
    return { ok: true, call: ([value], { zone }) => `${value}${zone}` };
  },
};
const plain: ValueHelper = { ...shared, name: "plain", hash: [] };
const free: ValueHelper = { ...shared, name: "free", call: (_args, hash) => hash };
const helpers: HelperTable = new Map(
  [echo, picky, plain, free].map((helper) => [helper.name, helper]),
);

function echoOf(source: string): unknown {
  return JSON.parse(renderTemplate(source, {}, { helpers }));
}

describe("prepareCall()", () => {
  it("gives the helper the literals of a call, and undefined for each other argument", () => {
    expect(echoOf("{{echo 'a' 1.5 true null undefined}}")).toEqual({
      args: [{ value: "a" }, { value: 1.5 }, { value: true }, { value: null }, { value: "?" }],
      hash: {},
    });
    expect(echoOf("{{echo a (plain) x='b' y=a z=(plain) __proto__=1}}")).toEqual(
      JSON.parse(
        '{"args":["?","?"],"hash":{"x":{"value":"b"},"y":"?","z":"?","__proto__":{"value":1}}}',
      ),
    );
  });

  it("calls the prepared function with the values of the event", () => {
    expect(renderTemplate("{{picky a zone=b}}", { a: 1, b: 2 }, { helpers })).toBe("12");
  });

  it("calls the helper itself where it has no prepare()", () => {
    expect(renderTemplate("{{plain 1}}", {}, { helpers })).toBe("as called");
  });

  it("accepts any named argument for a helper that declares none", () => {
    expect(renderTemplate("{{free a=1 b=x}}", { x: 2 }, { helpers })).toBe('{"a":1,"b":2}');
  });

  it("reports a wrong literal with its position and hint", () => {
    expect(problemOfTemplate("a\n  {{picky 'worse'}}", { helpers })).toEqual({
      code: "template_helper_misused",
      message: 'helper "picky" takes no worse',
      hint: 'Write "good".',
      position: { line: 2, column: 3 },
      partial: undefined,
    });
    expect(problemOfTemplate("{{plain (picky 'bad')}}", { helpers })).toEqual({
      code: "template_helper_misused",
      message: 'helper "picky" takes no bad',
      hint: undefined,
      position: { line: 1, column: 9 },
      partial: undefined,
    });
  });

  it("finds a wrong call within a partial", () => {
    const partials = { row: "- {{picky 'bad'}}" };
    expect(problemOfTemplate("{{> row}}", { helpers, partials })).toMatchObject({
      message: 'helper "picky" takes no bad',
      partial: "row",
    });
  });
});
