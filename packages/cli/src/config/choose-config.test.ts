// Command lines and folders → the config that a command reads.
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../../test/support/test-io.ts";
import { run } from "../run.ts";
import { chooseConfig } from "./choose-config.ts";

const VALID = JSON.stringify({ hooks: { mappings: [{ id: "a", messageTemplate: "x" }] } });

test("chooseConfig() returns the config that is named, as argument or by --config", () => {
  expect(chooseConfig("a.json", {})).toBe("a.json");
  expect(chooseConfig(undefined, { config: "a.json" })).toBe("a.json");
  expect(chooseConfig("a.json", { config: "a.json" })).toBe("a.json");
  expect(() => chooseConfig("a.json", { config: "b.json" })).toThrow("Two configs are named.");
});

test.each(["hooks.yaml", "hooks.yml", "hooks.json5", "hooks.jsonc", "hooks.json"])(
  "chooseConfig() finds %s without an argument",
  (name) => {
    const folder = createTempDir({ [name]: VALID, "other.json": "{}" });
    expect(chooseConfig(undefined, {}, { folder })).toBe(join(folder, name));
  },
);

test("chooseConfig() names the files it looked for, and does not choose between two", () => {
  const none = { folder: createTempDir({ "other.json": VALID }) };
  expect(() => chooseConfig(undefined, {}, none)).toThrow(
    "No config is named, and this folder has none.",
  );
  expect(chooseConfig(undefined, {}, { ...none, otherwise: "hooks.json5" })).toBe("hooks.json5");
  const folder = createTempDir({ "hooks.yaml": "", "hooks.json": VALID });
  expect(() => chooseConfig(undefined, {}, { folder, otherwise: "x" })).toThrow(
    "This folder has hooks.yaml and hooks.json.",
  );
});

const WRONG = JSON.stringify({ hooks: { mappings: [{ id: "a", mesageTemplate: "x" }] } });

test.each([
  ["--fix FILE"],
  ["FILE --fix"],
  ["--fix safe FILE"],
  ["--fix all FILE"],
  ["FILE --fix all"],
  ["--fix=all FILE"],
])("check %s fixes the config", async (line) => {
  const file = join(createTempDir({ "hooks.json": WRONG }), "hooks.json");
  const io = createTestIo();
  const args = ["check", "--dry-run", ...line.split(" ")].map((arg) => arg.replace("FILE", file));
  expect(await run(args, io)).toBe(0);
  expect(io.stdout.text()).toContain("messageTemplate");
});
