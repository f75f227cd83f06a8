import { describe, expect, it } from "vitest";
import { rewriteDialect } from "./rewrite-dialect.ts";
import { scanTags } from "./scan-tags.ts";

function rewrite(source: string): ReturnType<typeof rewriteDialect> {
  return rewriteDialect(source, scanTags(source));
}

describe("rewriteDialect()", () => {
  it.each([
    ["{{messages[0].a}}", "{{messages.[0].a}}"],
    ["{{messages.[0].a}}", "{{messages.[0].a}}"],
    ["{{messages.0.a}}", "{{messages.[0].a}}"],
    ["{{list/0}}", "{{list/[0]}}"],
    ["{{a.1}}", "{{a.[1]}}"],
    ["{{list[0][1]}}", "{{list.[0].[1]}}"],
    ["{{0.a}}", "{{[0].a}}"],
    ["{{[a b][0]}}", "{{[a b].[0]}}"],
    ["{{@root[0]}}", "{{@root.[0]}}"],
    ["{{@[index]}}", "{{@[index]}}"],
    ["{{../list[0]}}", "{{../list.[0]}}"],
    ["{{this[0]}}", "{{this.[0]}}"],
    ["{{./[0]}}", "{{./[0]}}"],
    ["{{a1.b2}}", "{{a1.b2}}"],
    ["{{lookup list[0] 0}}", "{{lookup list.[0] 0}}"],
    ["{{lookup a -1.5}}", "{{lookup a -1.5}}"],
    ["{{a (b c.0)}}", "{{a (b c.[0])}}"],
    ["{{a b=c[0]}}", "{{a b=c.[0]}}"],
    ["{{a \"b[0].1\" 'c[0]'}}", "{{a \"b[0].1\" 'c[0]'}}"],
    ["{{#each list[0] as |x|}}{{/each}}", "{{#each list.[0] as |x|}}{{/each}}"],
    ["{{> row list[0]}}", "{{> row list.[0]}}"],
    ["{{{list[0]}}}", "{{{list.[0]}}}"],
    ["{{{{if list[0]}}}}{{a[0]}}{{{{/if}}}}", "{{{{if list.[0]}}}}{{a[0]}}{{{{/if}}}}"],
  ])("writes %s as %s", (source, wanted) => {
    expect(rewrite(source).source).toBe(wanted);
  });

  it.each([
    ["{{x}}}", "{{x}}{{!}}}"],
    ["{{x}} }", "{{x}} }"],
    ["{{{x}}}}", "{{{x}}}{{!}}}"],
    ["{{{{raw}}}}{{{{/raw}}}}}", "{{{{raw}}}}{{{{/raw}}}}}"],
    ["{{#if x}}}{{/if}}}", "{{#if x}}{{!}}}{{/if}}{{!}}}"],
    ["{{! x[0] }}}", "{{! x[0] }}}"],
  ])("keeps the brace after a tag out of it: %s", (source, wanted) => {
    expect(rewrite(source).source).toBe(wanted);
  });

  it("leaves text outside of tags alone", () => {
    const source = "a[0].1 {b[0]} \\{{c[0]}}";
    expect(rewrite(source).source).toBe(source);
  });

  it("leads every offset of the rewritten text back to the original one", () => {
    const source = "a\n{{b[0].1}}} {{c}}";
    const { source: rewritten, originalOffset } = rewrite(source);
    for (const text of ["a", "{{b", "0]", "}}", "}} {{c", "{{c"]) {
      expect(originalOffset(rewritten.indexOf(text)), text).toBe(source.indexOf(text));
    }
  });
});
