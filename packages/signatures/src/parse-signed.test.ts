import { expect, test } from "vitest";
import { parseSigned } from "./build-signed.ts";

test("parseSigned() reads literals and parts in order", () => {
  expect(parseSigned("v0:{timestamp}:{body}")).toEqual({
    ok: true,
    parts: [
      { kind: "literal", text: "v0:" },
      { kind: "timestamp" },
      { kind: "literal", text: ":" },
      { kind: "body" },
    ],
  });
  expect(parseSigned("{id}{method}{url}{form:sorted}")).toEqual({
    ok: true,
    parts: [{ kind: "id" }, { kind: "method" }, { kind: "url" }, { kind: "form" }],
  });
});

test("parseSigned() reads headers in lower case, and paths in the body as they are", () => {
  expect(parseSigned("{header:X-Time}{json:meta.Id}")).toEqual({
    ok: true,
    parts: [
      { kind: "header", name: "x-time" },
      { kind: "json", path: "meta.Id" },
    ],
  });
});

test.each([
  ["{}", ""],
  ["{bdy}", "bdy"],
  ["{header:}", "header:"],
  ["{form:raw}", "form:raw"],
  ["{timestamp}.{constructor}", "constructor"],
])("parseSigned() names what it does not know in %j", (text, unknown) => {
  expect(parseSigned(text)).toEqual({ ok: false, unknown });
});

test("parseSigned() takes single braces for text", () => {
  expect(parseSigned("{body")).toEqual({ ok: true, parts: [{ kind: "literal", text: "{body" }] });
});

test("parseSigned() knows the body without its compression", () => {
  expect(parseSigned("{timestamp}.{body:decoded}")).toMatchObject({
    ok: true,
    parts: [{ kind: "timestamp" }, {}, { kind: "body", isDecoded: true }],
  });
  expect(parseSigned("{body:raw}")).toEqual({ ok: false, unknown: "body:raw" });
});
