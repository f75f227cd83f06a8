import { expect, test } from "vitest";
import { decodeCharset } from "./parse-form-body.ts";

test("decodeText() decodes UTF-8 without a byte order mark, and nothing else", () => {
  expect(decodeCharset(new TextEncoder().encode("\ufeffé"))).toBe("é");
  expect(decodeCharset(Uint8Array.of(0xe9))).toBeUndefined();
});
