import { describe, expect, it } from "vitest";
import { normalizeDialect } from "./dialect.ts";

describe("normalizeDialect()", () => {
  it.each([
    ["messages[0].a", "messages.[0].a"],
    ["messages.[0].a", "messages.[0].a"],
    ["messages.0.a", "messages.[0].a"],
    ["list/0", "list/[0]"],
    ["a.1", "a.[1]"],
    ["list[0][1]", "list.[0].[1]"],
    ["0.a", "[0].a"],
    ["[a b][0]", "[a b].[0]"],
    ["@root[0]", "@root.[0]"],
    ["@[index]", "@[index]"],
    ["../list[0]", "../list.[0]"],
    ["this[0]", "this.[0]"],
    ["./[0]", "./[0]"],
    ["a1.b2", "a1.b2"],
    ["lookup list[0] 0", "lookup list.[0] 0"],
    ["lookup a -1.5", "lookup a -1.5"],
    ["a (b c.0)", "a (b c.[0])"],
    ["a b=c[0]", "a b=c.[0]"],
    ["a \"b[0].1\" 'c[0]'", "a \"b[0].1\" 'c[0]'"],
    ["each list[0] as |x|", "each list.[0] as |x|"],
  ])("writes %s as %s", (inner, wanted) => {
    expect(normalizeDialect(inner).text).toBe(wanted);
  });

  it("leads every offset of the normalized text back to the original one", () => {
    const inner = "b[0].1 (c d[2])";
    const { text, originalOffset } = normalizeDialect(inner);
    for (const part of ["b", "0]", "(c", "d", "2])", ")"]) {
      expect(originalOffset(text.indexOf(part)), part).toBe(inner.indexOf(part));
    }
  });
});
