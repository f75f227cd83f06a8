// What the panes show of texts: colors, values behind lines, the picture of a config.
import { parseConfigText } from "@hookwright/config/text";
import { compileHooks, safeCompileHooks } from "@hookwright/core";
import { stubbedOptions } from "@hookwright/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MappingRow, StripRow } from "../model/messages.ts";
import { highlightConfig } from "./highlight-config.ts";
import { lanesOf } from "./lanes.ts";
import { messageViews } from "./message-boxes.ts";
import { findAuth, suggestMapping } from "./suggest-mapping.ts";
import { inlineValue, visibleText } from "./visible-text.ts";

test("highlightConfig() draws exactly the text of the editor", () => {
  const line = fc.stringMatching(/^[ a-z{}#/:"'.-]{0,40}$/);
  fc.assert(
    fc.property(fc.array(line), fc.nat(200), fc.nat(200), (lines, one, other) => {
      const text = lines.join("\n");
      const focus = [Math.min(one, other), Math.max(one, other)] as const;
      const drawn = highlightConfig(text, focus).map((pieces) =>
        pieces.map(({ text }) => text).join(""),
      );
      expect(drawn.join("\n")).toBe(text);
    }),
  );
});

test("highlightConfig() draws the same for some lines as for all", () => {
  const text = "a: 1\n\n  b: {{c}}\nd: {{e}} # f\n";
  const all = highlightConfig(text, [14, 20]);
  for (const first of [0, 1, 4, 5]) {
    for (const count of [0, 1, 2, 9]) {
      expect(highlightConfig(text, [14, 20], { first, count })).toEqual(
        all.slice(first, first + count),
      );
    }
  }
});

test("highlightConfig() marks keys, expressions, comments and the focus", () => {
  const [pieces] = highlightConfig("  name: a {{b}} # c", [10, 15]);
  expect(pieces).toEqual([
    { text: "  " },
    { text: "name", kind: "key" },
    { text: ": a {{b}} # c".slice(0, 4) },
    { text: "{{b}}", kind: "focused" },
    { text: " # c" },
  ]);
  expect(
    highlightConfig("a: https://x.io/b#c", undefined)[0]?.some(({ kind }) => kind === "comment"),
  ).toBe(false);
});

test("visibleText() shows characters that hide or reorder text", () => {
  expect(visibleText("a\u202eb\u200bc\u0007\td\n")).toBe("a\\u202eb\\u200bc\\u0007\td\n");
});

test("inlineValue() fits behind a line", () => {
  expect(inlineValue("")).toBe("(empty)");
  expect(inlineValue("a\n  b")).toBe('"a b"');
  expect(inlineValue("x".repeat(1_000_000))).toHaveLength(63);
});

const MAPPINGS: readonly MappingRow[] = [
  { id: "push", action: "agent", path: "github", line: 5 },
  { id: "rest", action: "agent" },
];
const row = (name: string, path: string, mapping?: string, session?: string): StripRow => ({
  name,
  path,
  empty: 0,
  outcome: mapping === undefined ? "unmatched" : "agent",
  ...(mapping !== undefined && { mapping }),
  ...(session !== undefined && { session }),
});

test("lanesOf() has a lane for each hook, with the events that each mapping takes and what falls through", () => {
  const lanes = lanesOf(MAPPINGS, [
    row("github/a", "github", "push", "s1"),
    row("github/b", "github", "push", "s1"),
    row("github/c", "github"),
    row("ci/d", "ci", "rest", "s2"),
  ]);
  expect(
    lanes.map(({ path, stops, through }) => [
      path,
      stops.map(({ id, events, sessions }) => [id, events.length, sessions]),
      through,
    ]),
  ).toEqual([
    [
      "github",
      [
        ["push", 2, 1],
        ["rest", 0, 0],
      ],
      ["github/c"],
    ],
    ["ci", [["rest", 1, 1]], []],
  ]);
});

test("lanesOf() has an event in each of several mappings that get it", () => {
  const several = { ...row("github/a", "github", "push"), mappings: ["push", "rest"] };
  const [lane] = lanesOf(MAPPINGS, [several]);
  expect(lane?.stops.map(({ id, events }) => [id, events])).toEqual([
    ["push", ["github/a"]],
    ["rest", ["github/a"]],
  ]);
});

test("messageViews() has a view for each action of several mappings, from its own template", async () => {
  const match = { path: "ci" };
  const mappings = [
    { id: "tell", match, continue: true, messageTemplate: "tell {{job}}" },
    { id: "each", match, forEach: "list", messageTemplate: "each {{item}}" },
  ];
  const hooks = compileHooks({ hooks: { mappings } });
  const explanation = await hooks.explain({ path: "ci", payload: { job: "lint", list: [1, 2] } });
  const views = messageViews(explanation);
  expect(views.map(({ title }) => title)).toEqual([
    "A run starts (tell)",
    "A run starts (each), element 0",
    "A run starts (each), element 1",
  ]);
  expect(views.map(({ boxes }) => boxes[0]?.spans.map(({ text }) => text))).toEqual([
    ["tell ", "lint"],
    ["each ", "1"],
    ["each ", "2"],
  ]);
});

test("suggestMapping() matches events of the same kind, by header or by field", () => {
  const push = {
    path: "github",
    headers: { "X-GitHub-Event": "push" },
    payload: { ref: "main", pusher: { name: "ann" } },
  };
  const text = suggestMapping(push, { action: "agent", instructions: "Say who pushed." });
  expect(text).toContain("headers: { X-GitHub-Event: push }");
  expect(text).toContain('instructions: "Say who pushed."');
  expect(text).toContain("        ref: {{ref}}\n        pusher.name: {{pusher.name}}\n");
  const paid = suggestMapping(
    { path: "stripe", payload: { type: "charge.failed", id: "x" } },
    { action: "agent", instructions: "" },
  );
  expect(paid).toContain('when: { "==": [{ var: payload.type }, "charge.failed"] }');
});

test("suggestMapping() wakes the main session, and takes what the vendor signs", async () => {
  const recipe = `{ hooks: { mappings: [
      { id: "x", match: { path: "uptime-kuma" }, messageTemplate: "x" },
      {
        id: "push",
        match: { path: "github", headers: { "x-github-event": "push" } },
        auth: { provider: "github", secret: { env: "GITHUB_SECRET" } },
      },
  ] } }`;
  expect(findAuth([recipe], "uptime-kuma")).toBeUndefined();
  const auth = findAuth(["{}", recipe], "github");
  const push = { path: "github", headers: { "X-GitHub-Event": "push" }, payload: { ref: "main" } };
  const text = suggestMapping(push, { action: "wake", instructions: "Say it.", auth });
  const document = await parseConfigText(text, { format: "yaml" });
  const [mapping] = (document.config as { hooks: { mappings: object[] } }).hooks.mappings;
  expect(mapping).toEqual({
    id: "github-push",
    match: { path: "github", headers: { "X-GitHub-Event": "push" } },
    auth: { provider: "github", secret: { env: "GITHUB_SECRET" } },
    action: "wake",
    instructions: "Say it.",
    textTemplate: "ref: {{ref}}\n",
  });
  const compiled = safeCompileHooks(document.config, stubbedOptions(document.config));
  expect(compiled).toMatchObject({ ok: true });
});
