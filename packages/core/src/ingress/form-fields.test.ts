import { expect, test } from "vitest";
import { payloadFromFields, payloadFromForm } from "./decode-body.ts";

test("payloadFromForm() makes a list of a name that comes several times", () => {
  const file = { filename: "a.png", type: "image/png", size: 3 };
  expect(
    payloadFromForm([
      ["a", "1"],
      ["b", "2"],
      ["a", file],
    ]),
  ).toEqual({ a: ["1", file], b: "2" });
  expect(payloadFromForm([])).toEqual({});
});

test("payloadFromForm() takes `__proto__` for the name of a field", () => {
  const payload = payloadFromForm([["__proto__", "x"]]) as object;
  expect(Object.keys(payload)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
});

test.each(['{"a":1}', "[1]"])(
  "payloadFromForm() gives the JSON %s in the field payload",
  (json) => {
    expect(
      payloadFromForm([
        ["payload", json],
        ["token", "x"],
      ]),
    ).toEqual(JSON.parse(json));
  },
);

test.each(["hello", "12", "null", "{", ""])(
  "payloadFromForm() takes %j in the field payload for what it says",
  (value) => {
    expect(payloadFromForm([["payload", value]])).toEqual({ payload: value });
  },
);

test("payloadFromForm() takes two fields payload, and a file of that name, for fields", () => {
  expect(
    payloadFromForm([
      ["payload", "{}"],
      ["payload", "[]"],
    ]),
  ).toEqual({ payload: ["{}", "[]"] });
  const file = { filename: "a.json", type: "application/json", size: 2 };
  expect(payloadFromForm([["payload", file]])).toEqual({ payload: file });
});

test("payloadFromFields() gives the JSON in an own field payload, else the fields", () => {
  expect(payloadFromFields({ payload: '{"a":1}' })).toEqual({ a: 1 });
  for (const fields of [{ payload: "x" }, { a: "1" }, Object.create({ payload: "{}" })]) {
    expect(payloadFromFields(fields)).toBe(fields);
  }
});
