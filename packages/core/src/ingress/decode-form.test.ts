import { expect, test } from "vitest";
import { decodeForm } from "./decode-body.ts";

const decode = (text: string) => decodeForm(new TextEncoder().encode(text));

test("decodeForm() gives the fields in their order", () => {
  expect(decode("b=1&a=x+y&a=%26&c")).toEqual({
    ok: true,
    fields: [
      ["b", "1"],
      ["a", "x y"],
      ["a", "&"],
      ["c", ""],
    ],
  });
});

test("decodeForm() refuses what is no form, and more than 1,000 fields", () => {
  expect(decode("a=%f")).toEqual({ ok: false, reason: "malformed" });
  expect(decodeForm(Uint8Array.of(0xff))).toEqual({ ok: false, reason: "malformed" });
  expect(decode("a&".repeat(999))).toMatchObject({ ok: true });
  expect(decode("a&".repeat(1_000))).toEqual({ ok: false, reason: "too many fields" });
});
