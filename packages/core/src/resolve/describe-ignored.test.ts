import fc from "fast-check";
import { expect, test } from "vitest";
import { describeIgnored } from "./transform.ts";

test.each([
  [[], []],
  [
    ["allowUnsafeExternalContent"],
    ['The transform returned "allowUnsafeExternalContent", which it cannot set.'],
  ],
  [["secret-of-a-payload"], ["The transform returned a field that no action has."]],
  [
    ["massage", "x y", "sesionKey"],
    [
      'The transform returned 3 fields that no action has, perhaps instead of "message", "sessionKey".',
    ],
  ],
  [
    ["id", "zzzzzz"],
    [
      'The transform returned "id", which it cannot set.',
      "The transform returned a field that no action has.",
    ],
  ],
])("describeIgnored() says of %j what helps the author", (keys, sentences) => {
  expect(describeIgnored(keys)).toEqual(sentences);
});

test("describeIgnored() quotes no key that a module made from a payload", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }).map((text) => `§${text}`)), (keys) => {
      expect(describeIgnored(keys).join(" ")).not.toContain("§");
    }),
  );
});
