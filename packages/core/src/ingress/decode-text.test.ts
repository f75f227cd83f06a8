import { expect, test } from "vitest";
import { decodeText } from "./decode-body.ts";

test("decodeText() decodes UTF-8 without a byte order mark, and nothing else", () => {
  expect(decodeText(new TextEncoder().encode("\ufeffé"))).toBe("é");
  expect(decodeText(Uint8Array.of(0xe9))).toBeUndefined();
});
