import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../tools/test-support/runs.ts";
import { mayHoldLongNumber, parseJson, quoteLongNumbers } from "./parse-json.ts";

const LONG = "820982911946154508";

function parse(text: string) {
  const fromBytes = parseJson(text, new TextEncoder().encode(text));
  expect(parseJson(text)).toEqual(fromBytes);
  return fromBytes;
}

describe("parseJson()", () => {
  it.each([
    [`{"id": ${LONG}}`, { id: LONG }],
    [`[-${LONG},1,"x"]`, [`-${LONG}`, 1, "x"]],
    [LONG, LONG],
    [`\n${LONG}\t`, LONG],
    ['{"a":9007199254740993}', { a: "9007199254740993" }],
    [`{"a":[{"b":${LONG}}]}`, { a: [{ b: LONG }] }],
    [`{"\\"":1,"a\\\\":${LONG},"":"\\\\"}`, { '"': 1, "a\\": LONG, "": "\\" }],
    ['{"a":100000000000000000000000}', { a: "100000000000000000000000" }],
  ])("keeps the digits of an integer that a double cannot hold: %s", (text, value) => {
    expect(parse(text)).toMatchObject({ ok: true, value });
  });

  it.each([
    "9007199254740992",
    "820982911946154500",
    "-0",
    "1e3",
    "1E308",
    "-1.5e+308",
    "1e-400",
    `0.${"0".repeat(250)}1`,
    `${"1".repeat(300)}.5`,
    '"1e400"',
    '{"1e400":"-1e400, 1E+999"}',
    "0.12345678901234567890",
    "12345678901234567890.5",
    "12345678901234567890e1",
    `"${LONG}"`,
    `"a, ${LONG} ,b"`,
    `"\\", ${LONG} ,"`,
    `{"${LONG}":1}`,
  ])("has any other value as JSON has it: %s", (text) => {
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text), integersAsText: [] });
  });

  it.each([
    ["1e309", "1e309"],
    ['{"b":1e400}', { b: "1e400" }],
    ['{"a":"b", "c":[0,-1.5E+999 ,{"d":true}]}', { a: "b", c: [0, "-1.5E+999", { d: true }] }],
    ["[0.01e0400,1e999]", ["0.01e0400", "1e999"]],
    [`[${"9".repeat(309)}.5]`, [`${"9".repeat(309)}.5`]],
    [`[${"9".repeat(250)}e99]`, [`${"9".repeat(250)}e99`]],
    [`{"x":"${"y".repeat(100)}","z":-1e1000}`, { x: "y".repeat(100), z: "-1e1000" }],
  ])("keeps the text of a number that is beyond all doubles: %s", (text, value) => {
    expect(parse(text)).toMatchObject({ ok: true, value });
  });

  it("finds such a number at any offset", () => {
    for (const token of ["1e309", "2E+400", "-0.5e999"]) {
      for (let before = 0; before < 60; before++) {
        const text = `{"${"e".repeat(before)}":${token},"z":"${"e".repeat(40)}"}`;
        expect(parse(text)).toMatchObject({ integersAsText: [token] });
      }
    }
  });

  it("names the integers that are text, in order", () => {
    expect(parse(`[${LONG},2,-${LONG}]`)).toMatchObject({ integersAsText: [LONG, `-${LONG}`] });
  });

  it.each([`{${LONG}:1}`, `[0${LONG}]`, `[${LONG}`, "", `"${LONG}`, `${LONG} ${LONG}`])(
    "refuses what is not JSON: %s",
    (text) => {
      expect(parse(text)).toEqual({ ok: false });
    },
  );

  it("never reaches a prototype", () => {
    const { value } = parse(`{"__proto__":{"id":${LONG}}}`) as { readonly value: object };
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([["__proto__", { id: LONG }]]);
  });

  it("takes any nesting", () => {
    const text = "[".repeat(100_000) + LONG + "]".repeat(100_000);
    expect(parseJson(text).ok).toBe(true);
  });

  it("takes linear time for texts that are all digits, quotation marks or backslashes", () => {
    const size = 4_000_000;
    const digits = "9".repeat(size);
    expect(parse(digits)).toMatchObject({ value: digits });
    expect(parse(`"${digits}"`)).toMatchObject({ value: digits });
    expect(parse(`["${"\\".repeat(size)}",${LONG}]`)).toMatchObject({ ok: true });
    expect(parse(`["${'\\"'.repeat(size)}",${LONG}]`)).toMatchObject({ ok: true });
    expect(parse(`[${`${"9".repeat(15)},`.repeat(size / 16)}${LONG}]`)).toMatchObject({ ok: true });
  });

  it("agrees with JSON.parse but for numbers that no double holds, which are text", () => {
    const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        integer,
        fc.integer().map(String),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
        fc.oneof(fc.string(), integer).map((text) => JSON.stringify(text)),
        fc.constantFrom("null", "true", "1e3", "[]", "1e999", "-2.5E+400"),
        fc.array(tie("json"), { maxLength: 4 }).map((items) => `[ ${items.join(",\n")}]`),
        fc
          .array(fc.tuple(fc.oneof(fc.string(), integer), tie("json")), { maxLength: 4 })
          .map((entries) => `{${entries.map(([k, v]) => `${JSON.stringify(k)}: ${v}`).join(",")}}`),
      ),
    }));
    fc.assert(
      fc.property(json as fc.Arbitrary<string>, (text) => {
        expect(parse(text)).toMatchObject({ ok: true, value: parseByToken(text) });
      }),
      { numRuns: runs(1_000) },
    );
  });
});

/** The same by another way: every number is wrapped, and unwrapped by a reviver. */
function parseByToken(text: string): unknown {
  const wrapped = text.replaceAll(/("(?:[^"\\]|\\.)*")|-?\d[\d.eE+-]*/gs, (token, isText) =>
    isText === undefined ? `{"number":"${token}","mark":${MARK}}` : token,
  );
  return JSON.parse(wrapped, (_key, value) => (isWrapped(value) ? unwrap(value.number) : value));
}

const MARK = 0.123456789;

function isWrapped(value: unknown): value is { readonly number: string } {
  return typeof value === "object" && value !== null && Reflect.get(value, "mark") === MARK;
}

function unwrap(token: string): unknown {
  const number = Number(token);
  const isChanged = /^-?\d+$/.test(token) && token !== "-0" && String(number) !== token;
  return isChanged || !Number.isFinite(number) ? token : number;
}

describe("mayHoldLongNumber()", () => {
  it("finds sixteen digits wherever they are", () => {
    for (let before = 0; before < 300; before++) {
      for (const after of [0, 1, 15, 16, 140]) {
        const text = (digits: number) =>
          `${" ".repeat(before)}${"7".repeat(digits)}${" ".repeat(after)}`;
        const bytes = (digits: number) => new TextEncoder().encode(text(digits));
        expect(mayHoldLongNumber(bytes(16))).toBe(true);
        expect(mayHoldLongNumber(bytes(15))).toBe(false);
      }
    }
  });

  it.each([`{"id":"${LONG}"}`, `[0.${LONG}]`, `{"url":"/x/${LONG}/y"}`, `"-${LONG}"`])(
    "is not misled by digits that are not a number: %s",
    (text) => {
      expect(mayHoldLongNumber(new TextEncoder().encode(text))).toBe(false);
    },
  );
});

describe("quoteLongNumbers()", () => {
  it("changes nothing if there is nothing to quote", () => {
    const text = '{"a":[1,-2.5e+3,"\\"12345678901234567890"]}';
    expect(quoteLongNumbers(text)).toEqual({ text, quoted: [] });
  });
});
