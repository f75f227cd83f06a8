// Templates in the habit of other engines (golden/foreign-templates.json): an author who follows the hints
// gets a template that renders what the other engine would have rendered.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderTemplate } from "../../../template/test/render.ts";
import { safeCompileHooks } from "../../src/compile-hooks.ts";
import type { Problem } from "../../src/model/problem.ts";

interface ForeignTemplate {
  readonly pattern: string;
  readonly engine: string;
  readonly original: string;
  readonly rewritten: string;
  /** Whether the hint says that it only comes near: then no machine writes it. */
  readonly near?: boolean;
  readonly payload: unknown;
  /** What the other engine renders of the payload, and ours of what the hints say. */
  readonly text: string;
  /** What is not the same for every payload. */
  readonly differs?: string;
}

const file = new URL("../golden/foreign-templates.json", import.meta.url);
const templates = JSON.parse(readFileSync(file, "utf8")) as readonly ForeignTemplate[];

test.each(templates)("$engine: $original is rewritten", ({ original, rewritten, ...row }) => {
  const followed = followHints(original, row.near);
  expect(followed).toBe(rewritten);
  expect(renderTemplate(followed, row.payload)).toBe(row.text);
});

/** Writes what the first hint says, again and again until nothing is wrong. */
function followHints(original: string, isNear = false): string {
  let source = original;
  for (let turn = 0; turn < 10; turn++) {
    const [problem] = problemsOf(source);
    if (problem === undefined) return source;
    const { hint = "", templateEdit: edit } = problem;
    if (isNear) {
      expect(edit).toBe(undefined);
      return /^The closest is "(.*)", which may render another text\.$/s.exec(hint)?.[1] ?? "";
    }
    const text = /^Write "(.*)"\.(?: If|$)/s.exec(hint)?.[1];
    expect({ source, text: edit?.text }).toEqual({ source, text });
    source = source.slice(0, edit?.start) + text + source.slice(edit?.end);
  }
  return source;
}

function problemsOf(messageTemplate: string): readonly Problem[] {
  const mappings = [{ match: { path: "p" }, messageTemplate }];
  const result = safeCompileHooks({ hooks: { mappings } });
  const problems = result.ok ? result.hooks.warnings : result.problems;
  return problems.filter(({ code }) => code.startsWith("template_"));
}
