// Contexts → copies.

import fc from "fast-check";
import { expect, test } from "vitest";
import { WRITES_DEEP_JSON } from "../../../../tools/test-support/writes-deep-json.ts";
import { contextToText, copyContext, restoreContext } from "./copy-context.ts";

test("copyContext() equals a copy by JSON, and shares nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (payload) => {
      const context = { payload, body: payload, headers: { a: ["b"] } };
      const copy = copyContext(context);
      expect(copy).toEqual(restoreContext(JSON.parse(contextToText(context) as string)));
      const { payload: given, body } = copy as typeof context;
      expect(body).toBe(given);
      if (typeof payload === "object" && payload !== null) expect(given).not.toBe(payload);
    }),
  );
});

test("copyContext() turns -0 into 0, as JSON does", () => {
  expect(copyContext({ payload: [-0] })).toEqual({ payload: [0], body: [0] });
});

test("copyContext() and restoreContext() give each call a URL of its own", () => {
  const context = { payload: {}, url: new URL("http://localhost/hooks/ci?x=1") };
  const copy = copyContext(context) as typeof context;
  const sent = restoreContext(JSON.parse(contextToText(context) as string)) as typeof context;
  for (const { url } of [copy, sent]) {
    expect(url).toBeInstanceOf(URL);
    expect(url).not.toBe(context.url);
    expect(url.searchParams.get("x")).toBe("1");
  }
});

test("copyContext() and restoreContext() leave what is no URL as it is", () => {
  expect(copyContext({ payload: 1, url: "ci" })).toEqual({ payload: 1, body: 1, url: "ci" });
  expect(restoreContext({ payload: 1 })).toEqual({ payload: 1, body: 1 });
});

test("copyContext() keeps __proto__ as an own key", () => {
  const payload = JSON.parse('{"__proto__":{"polluted":[1]},"constructor":1}');
  const { payload: copy } = copyContext({ payload }) as { payload: object };
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":[1]},"constructor":1}');
  expect("polluted" in copy).toBe(false);
});

test("copyContext() and contextToText() return undefined for what JSON cannot write", () => {
  const payload = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(copyContext({ payload })).toBe(undefined);
  const text = contextToText({ payload });
  expect(text === undefined).toBe(!WRITES_DEEP_JSON);
  expect(contextToText({ payload: 1n })).toBe(undefined);
});
