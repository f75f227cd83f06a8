// Names of a config that hold sequences for terminals → no command prints one raw, on a terminal, in a file or in CI.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { createTestIo } from "./support/test-io.ts";

/** Clears the screen; begins a sequence in one character; turns the direction; ends a line; hides what follows. */
const EVIL = "x\u001B[2J\u009B31m\u202Eevil\n\u0007FORGED\u001B[8m";

const CONFIG = {
  hooks: {
    enabled: true,
    token: "a-token-of-at-least-24-characters",
    partials: { [`p${EVIL}`]: "{{a}}" },
    mappings: [
      { id: `first${EVIL}`, match: { path: "a" }, messageTemplate: `{{a}} ${EVIL}` },
      { id: `second${EVIL}`, match: { path: "a", source: EVIL }, messageTemplate: "{{b}}" },
      {
        id: `third${EVIL}`,
        match: { path: `c${EVIL}`, headers: { "x-event": EVIL } },
        name: EVIL,
        sessionKey: "hook:c",
        messageTemplate: "{{#if c}}C{{else}}D{{/if}}",
      },
    ],
  },
};
const event = { path: "a", payload: { a: EVIL } };

const FILES = {
  "hooks.json": JSON.stringify(CONFIG),
  "wrong.json": JSON.stringify({
    hooks: {
      ...CONFIG.hooks,
      [EVIL]: 1,
      presets: [EVIL],
      mappings: [
        ...CONFIG.hooks.mappings,
        { id: `first${EVIL}`, match: { path: "a", [EVIL]: 1 }, messageTemplate: `{{${EVIL}}}` },
        { id: "x", match: { path: "z" }, messageTemplate: "{{> nobody}}", action: EVIL },
      ],
    },
  }),
  // Raw in the text, as an editor would show them.
  "raw.yaml": `hooks:\n  tokn: x # \u001B[2J\u202E\n  "${EVIL.replaceAll("\n", "")}": 1\n`,
  "after.json": JSON.stringify({
    hooks: {
      ...CONFIG.hooks,
      mappings: [{ id: `other${EVIL}`, match: { path: "b" }, messageTemplate: EVIL }],
    },
  }),
  "hooks.test.json": JSON.stringify({
    config: "hooks.json",
    cases: [
      {
        name: `case${EVIL}`,
        event,
        expect: { mapping: `second${EVIL}`, becomes: "agent", text: EVIL },
      },
    ],
  }),
  "unusable.test.json": JSON.stringify({
    config: "wrong.json",
    cases: [{ name: "a", event, expect: { becomes: "agent" } }],
  }),
  "payload.json": JSON.stringify({ a: EVIL }),
  "events/a.event.json": JSON.stringify(event),
};

const COMMANDS: readonly (readonly string[])[] = [
  ["check", "hooks.json", "--reach"],
  ["check", "wrong.json"],
  ["check", "raw.yaml"],
  ["check", "wrong.json", "--json"],
  ["check", "wrong.json", "--fix=all", "--dry-run"],
  ["explain", "hooks.json", "--payload", "payload.json", "--name", "a"],
  ["explain", "hooks.json", "--payload", "payload.json", "--name", "c"],
  ["explain", "hooks.json", "--payload", "payload.json", "--name", "a", "--json"],
  ["diff", "hooks.json", "after.json", "--events", "events"],
  ["diff", "hooks.json", "after.json", "--events", "events", "--report", "diff.html"],
  ["diff", "wrong.json", "after.json", "--events", "events"],
  ["test", "hooks.test.json", "--verbose"],
  ["test", "hooks.test.json", "--reporter", "junit"],
  ["test", "hooks.test.json", "--reporter", "tap"],
  ["test", "hooks.test.json", "--json"],
  ["test", "unusable.test.json"],
  ["test", "unusable.test.json", "--reporter", "junit"],
  ["test", "hooks.test.json", "--coverage"],
  ["test", "hooks.test.json", "--coverage=html"],
  ["test", "hooks.test.json", "--coverage=lcov"],
  ["test", "hooks.test.json", "--suggest"],
  ["test", "hooks.test.json", "--mutate"],
];

/** Control characters but tab, line feed and what begins a colour, and marks of direction. */
const RAW = /(?![\t\n\u001B])[\p{Cc}\p{Bidi_Control}]|\u001B(?!\[[\d;]{1,4}m)|\u001B\[8m/u;

test.each(COMMANDS.map((args) => [args.join(" "), args] as const))(
  "run() prints no sequence of a config's names, and no line that they begin, for: %s",
  async (_line, args) => {
    for (const isTTY of [false, true]) {
      const dir = createTempDir(FILES);
      const io = createTestIo({ isTTY });
      const isPath = (arg: string) => arg in FILES || arg === "events" || arg === "diff.html";
      await run(
        args.map((arg) => (isPath(arg) ? join(dir, arg) : arg)),
        io,
      );
      const page = args.includes("diff.html") ? readFileSync(join(dir, "diff.html"), "utf8") : "";
      const printed = io.stdout.text() + io.stderr.text();
      expect(printed).toContain("evil");
      expect(printed + page).not.toMatch(RAW);
      expect(printed).not.toMatch(/^(?:\\u0007)?FORGED/m);
      if (args.includes("--json")) expect(() => JSON.parse(io.stdout.text())).not.toThrow();
    }
  },
);
