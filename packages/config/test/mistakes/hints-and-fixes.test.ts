// Mistakes of hints-and-fixes.cases.ts: the message, and what an author gets who follows it.
import { type Action, type Resolution, safeCompileHooks } from "@hookwright/core";
import { describe, expect, test } from "vitest";
import { parseConfigText } from "../../src/index.ts";
import { MISTAKES } from "./hints-and-fixes.cases.ts";

async function compile(text: string) {
  const document = await parseConfigText(text, { format: "json5", filename: "hooks.json5" });
  if (!document.ok) throw new Error(JSON.stringify(document.problems));
  return safeCompileHooks(document.config, {
    secrets: () => "a-secret-of-a-test-0123456789abcdef",
  });
}

function actionsOf(resolution: Resolution): readonly Action[] {
  if (resolution.outcome === "action") return [resolution.action];
  if (resolution.outcome !== "batch") return [];
  return resolution.elements.flatMap(({ resolution: one }) =>
    one.outcome === "action" ? [one.action] : [],
  );
}

/** Without the fence. */
function textOf(action: Action): string {
  if (action.untrustedText !== "") return action.untrustedText;
  return action.kind === "agent" ? action.message : action.text;
}

describe.each(MISTAKES)("$name", ({ config, code, says, followed, event, action }) => {
  test("is told with what to write", async () => {
    const result = await compile(config);
    const problems = result.ok ? result.hooks.warnings : result.problems;
    const told = problems.filter((problem) => problem.code === code);
    const texts = told.map(({ message, hint = "" }) => `${message} ${hint}`);
    for (const part of says) expect(texts.join("\n")).toContain(part);
  });

  test("is mended by that, and an event proves it", async () => {
    const result = await compile(followed);
    expect(result.ok ? [] : result.problems).toEqual([]);
    if (!result.ok) return;
    expect(result.hooks.warnings.filter((warning) => warning.code === code)).toEqual([]);
    const { text, ...fields } = action;
    const [first] = actionsOf(await result.hooks.resolve(event));
    expect(first).toMatchObject(fields);
    if (text !== undefined) expect(textOf(first as Action)).toBe(text);
  });
});
