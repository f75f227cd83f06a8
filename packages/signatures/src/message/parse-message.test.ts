import { expect, test } from "vitest";
import { parseMessage } from "./parse-message.ts";

test.each([
  ["a JSON object", new TextEncoder().encode('{"a":1}'), { a: 1 }],
  ["a text that is no JSON", new TextEncoder().encode("{"), undefined],
  ["bytes that are no UTF-8", Uint8Array.of(0x22, 0xff, 0x22), undefined],
])("parseMessage() reads %s", (_, body, value) => {
  expect(parseMessage(body)).toEqual(value);
});
