// Servers that run, and those that have ended.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { system } from "@hookwright/node-kit/system";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { findServer, noteServer } from "./running-server.ts";
import { stateFolderOf } from "./state-folder.ts";

test("findServer() finds the server of a config until it has ended", () => {
  const dir = createTempDir({ "hooks.yaml": "", "other.yaml": "" });
  const io = { env: { XDG_STATE_HOME: join(dir, "state") } };
  const config = join(dir, "hooks.yaml");
  expect(findServer(config, io)).toBe(undefined);
  const forget = noteServer({ file: config, isPlan: false }, "http://0.0.0.0:4711", io);
  expect(findServer(config, io)?.href).toBe("http://127.0.0.1:4711/");
  expect(findServer(join(dir, "other.yaml"), io)).toBe(undefined);
  const folder = join(dir, "state/hookwright/servers");
  const [name = ""] = readdirSync(folder);
  if (system.hasModes) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const note = readFileSync(join(folder, name), "utf8");
  for (const text of ["", "{}", note.replace(String(process.pid), "4194304999")]) {
    writeFileSync(join(folder, name), text);
    expect(findServer(config, io)).toBe(undefined);
  }
  writeFileSync(join(folder, name), note);
  forget();
  expect(readdirSync(folder)).toEqual([]);
});

test("findServer() finds the only server of a plan in the folder of the config", () => {
  const dir = createTempDir({ "hooks.yaml": "", "plan.json": "", "b.json": "", "x/plan.json": "" });
  const io = { env: { XDG_STATE_HOME: join(dir, "state") } };
  const config = join(dir, "hooks.yaml");
  const serve = (file: string, port: number, isPlan = true) =>
    noteServer({ file: join(dir, file), isPlan }, `http://127.0.0.1:${port}`, io);
  serve("x/plan.json", 1);
  serve("other.yaml", 2, false);
  expect(findServer(config, io)).toBe(undefined);
  serve("plan.json", 3);
  expect(findServer(config, io)?.port).toBe("3");
  expect(findServer(join(dir, "plan.json"), io)?.port).toBe("3");
  // Nothing says which of two is meant.
  const forget = serve("b.json", 4);
  expect(findServer(config, io)).toBe(undefined);
  forget();
  serve("hooks.yaml", 5, false);
  expect(findServer(config, io)?.port).toBe("5");
});

test("noteServer() writes nothing for standard input, or without a home directory", () => {
  const note = (file: string, env: Readonly<Record<string, string>>) =>
    noteServer({ file, isPlan: false }, "http://127.0.0.1:1", { env })();
  note("-", { HOME: "/nowhere" });
  note("a", {});
  note("a", { XDG_STATE_HOME: "/dev/null" });
  expect(findServer("a", { env: {} })).toBe(undefined);
});

test("stateFolderOf() prefers the option to the environment", () => {
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
