import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { stateFolderOf } from "./state-folder.ts";

test("stateFolderOf() takes the option before the environment", () => {
  expect(stateFolderOf("here", { env: { XDG_STATE_HOME: "/state" } })).toBe(resolve("here"));
});

test.each([
  [{ XDG_STATE_HOME: "/state", HOME: "/home/ada" }, "/state/hookwright"],
  [{ HOME: "/home/ada" }, "/home/ada/.local/state/hookwright"],
  [{ XDG_STATE_HOME: "relative", HOME: "/home/ada" }, "/home/ada/.local/state/hookwright"],
  [{}, join(homedir(), ".local/state/hookwright")],
])("stateFolderOf() of the environment %j is %s", (env, folder) => {
  expect(stateFolderOf(undefined, { env })).toBe(folder);
});
