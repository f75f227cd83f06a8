// Actions → boxes for a terminal.
import { compileHooks, type HookEvent } from "@hookwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAction } from "./format-action.ts";

const hooks = compileHooks({
  hooks: {
    mappings: [
      {
        id: "push",
        match: { path: "push" },
        name: "{{title}}",
        sessionKey: "hook:push:{{id}}",
        instructions: "Say what changed.",
        messageTemplate: "{{text}}",
      },
      { id: "up", match: { path: "up" }, action: "wake", textTemplate: "All is well." },
    ],
  },
});

async function actionOf(path: string, payload: unknown) {
  const event: HookEvent = { path, headers: {}, query: {}, payload };
  const resolution = await hooks.resolve(event);
  if (resolution.outcome !== "action") throw new Error(resolution.outcome);
  return resolution.action;
}

const withoutIds = (text: string) => text.replace(/id="[^"]*"/g, 'id="…"');

test("formatAction() shows the fields of an action and what the agent gets", async () => {
  const action = await actionOf("push", {
    id: 7,
    title: "A\u001b[31m",
    text: "one\r\ntwo\u001b]0;x\u0007",
  });
  expect(withoutIds(formatAction(action, { mappingId: "push", notice: false }))).toBe(
    `╭─ agent action, mapping "push"
│ sessionKey hook:push:7
│ wakeMode   now
│ deliver    true
│ channel    last
│ name       A[31m
│
│ Say what changed.
│
│ (Security notice, as in the first event.)
│ <<<UNTRUSTED_WEBHOOK_CONTENT id="…">>>
│ Source: webhook "push"
│
│ > one
│ > two]0;x
│ <<<END_UNTRUSTED_WEBHOOK_CONTENT id="…">>>
╰─`,
  );
  expect(formatAction(action)).toContain("\n│ SECURITY NOTICE: The text between");
});

test("formatAction() shows a text without a fence, and colours only where it is asked to", async () => {
  const action = await actionOf("up", {});
  expect(formatAction(action)).toBe("╭─ wake action\n│ mode now\n│\n│ All is well.\n╰─");
  expect(formatAction(action, { color: true })).toContain("\u001b[1mwake action\u001b[0m");
});

test("formatAction() wraps at words, and marks each line of outside text", async () => {
  const text = `${"word ".repeat(40)}${"x".repeat(90)}`;
  const box = formatAction(await actionOf("push", { id: 1, title: "t", text }), {
    width: 40,
    notice: false,
  });
  const lines = box.split("\n");
  const long = lines.filter((line) => line.length > 40 && !/x{90}|UNTRUSTED|id="/.test(line));
  expect(long).toEqual([]);
  expect(
    lines.filter((line) => line.includes("word")).every((line) => line.startsWith("│ > ")),
  ).toBe(true);
});

test("formatAction() lets no character of a payload control the terminal", async () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u001b[2J", "\u009b", "\u202e", "\u2028", "\r", "\n╰─\n"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const text = pieces.join("");
      const settings = { wakeMode: "now", deliver: true, channel: "last", name: text } as const;
      const run = { kind: "agent", message: text, parts: [], untrustedText: text } as const;
      const action = { ...run, ...settings, sessionKey: text };
      const lines = formatAction(action, { mappingId: text, width: 30 }).split("\n");
      expect(lines.join("")).not.toMatch(/[\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]|(?!\t)\p{Cc}/u);
      expect(lines.slice(1, -1).every((line) => line.startsWith("│"))).toBe(true);
    }),
  );
});
