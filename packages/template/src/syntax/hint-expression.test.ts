import { describe, expect, it } from "vitest";
import { hintExpression } from "./hint-expression.ts";

describe("hintExpression()", () => {
  it.each([
    ["{{#if x == 1}}a{{/if}}", '"(eq a b)"'],
    ["{{#if x === 1}}a{{/if}}", '"(eq a b)"'],
    ["{{#if (x != 1)}}a{{/if}}", '"(ne a b)"'],
    ["{{#if x < 1}}a{{/if}}", '"(lt a b)"'],
    ["{{#if x <= 1}}a{{/if}}", '"(lte a b)"'],
    ["{{#if x > 1}}a{{/if}}", '"(gt a b)"'],
    ["{{#if x >= 1}}a{{/if}}", '"(gte a b)"'],
    ["{{#if x && y}}a{{/if}}", '"(and a b)"'],
    ["{{x || 'none'}}", '"(or a b)"'],
    ["{{#if !x}}a{{/if}}", '"(not a)"'],
    ["{{x | upper}}", "A call names its helper first"],
    ["{{upper(x)}}", "A call names its helper first"],
    ["{{x.length()}}", "A call names its helper first"],
    ["{{#each l as |x, i|}}a{{/each}}", '"as |item index|"'],
    ["{{#each l as ||}}a{{/each}}", '"as |item index|"'],
    ["{{#each l as |x}}a{{/each}}", '"as |item index|"'],
    ["{{form.[data[email]]}}", `in quotes: write "{{form['data[email]']}}"`],
    ["{{x!}}", "Write a path such as"],
    ["{{x + 1}}", "Write a path such as"],
    ["{{}}", "Write a path such as"],
    ["{{eq '!' \"a == b\" [c|d] +}}", "Write a path such as"],
  ])("tells what to write in place of %s", (source, part) => {
    const inner = source.replace(/^\{\{#?|\}\}.*$/g, "");
    expect(hintExpression(inner)).toContain(part);
  });
});
