import { expect, test } from "vitest";
import { compileHooks } from "../../compile-hooks.ts";
import { describePayload } from "./describe-payload.ts";

const codesOf = (payload: unknown, integers?: readonly string[]) =>
  describePayload(payload, integers).map(({ code }) => code);

test("describePayload() adds no note for an ordinary payload", () => {
  for (const payload of [{ a: [1, 1.5, "12345678901234567890"] }, [], "x", null, undefined]) {
    expect(describePayload(payload)).toEqual([]);
  }
});

test("describePayload() names integers that are text, a few of many", () => {
  const message = "Numbers that a double cannot hold are text, so that they keep their digits: ";
  expect(describePayload({}, ["1", "2", "3"])).toEqual([
    { code: "number_precision", message: `${message}1, 2, 3.` },
  ]);
  expect(describePayload({}, ["1", "2", "3", "4", "5"])[0]?.message).toBe(
    `${message}1, 2, 3, and 2 more.`,
  );
});

test("describePayload() names the path of an integer that is text", () => {
  const payload = {
    order: { id: "820982911946154508" },
    ids: ["9007199254740993", "820982911946154508"],
  };
  const message = describePayload(payload, ["820982911946154508", "9007199254740993"])[0]?.message;
  expect(message).toMatch(
    /: payload\.order\.id \(820982911946154508\), payload\.ids\.0 \(9007199254740993\)\.$/,
  );
});

test("describePayload() names the first integer whose digits may be lost", () => {
  const payload = { a: 1, b: [{ id: -(2 ** 60) }], c: 2 ** 60 };
  expect(describePayload(payload)[0]?.message).toBe(
    "payload.b.0.id is a number beyond 2^53, of which a double keeps some 16 digits: the last ones before the point may not be those that were sent. parseJson keeps those of integers.",
  );
  expect(describePayload(2 ** 60)[0]?.message).toMatch(/^payload is a number/);
});

test("describePayload() ends for a payload that is deep or contains itself", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(codesOf(cycle)).toEqual([]);
  let deep: unknown = 2 ** 60;
  for (let level = 0; level < 20_000; level++) deep = [deep];
  expect(describePayload(deep)[0]?.message).toMatch(/^payload\.…(?:\.0){20} is a number/);
});

test("describePayload() reports of a key `payload` of the body's own", async () => {
  expect(codesOf({ payload: null })).toEqual(["payload_key"]);
  const hooks = compileHooks({
    hooks: {
      mappings: [{ match: { path: "ci" }, messageTemplate: "{{payload.id}}{{payload.x}}" }],
    },
  });
  const { notes, fields } = await hooks.explain({
    path: "ci",
    payload: { x: 1, payload: { id: 2 } },
  });
  expect(notes.map(({ code }) => code)).toEqual(["payload_key"]);
  const origins = fields.flatMap(({ spans }) => spans.map(({ origin }) => origin));
  expect(origins).toMatchObject([{ paths: ["payload.payload.id"] }, { paths: ["payload.x"] }]);
});
