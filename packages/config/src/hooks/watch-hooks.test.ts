// Hooks that are reloaded when files change, without a server.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createGate, type Gate } from "../../../../tools/test-support/gate.ts";
import { takeWarnings } from "../../../../tools/test-support/take-warnings.ts";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import type { LiveHooks } from "../load-result.ts";
import { createFileWatcher } from "../watch/watch-files.ts";
import { createReloader } from "../watch/watch-loads.ts";
import { type HooksWatchOptions, watchHooks } from "./watch-hooks.ts";

async function open(path: string, options: HooksWatchOptions): Promise<LiveHooks> {
  const live = await watchHooks(path, options);
  if (!live.ok) throw new Error(JSON.stringify(live.problems));
  onTestFinished(() => live.close(0));
  return live;
}

test("watchHooks() reports every problem of an invalid config, and leaves nothing running", async () => {
  const path = join(createTempDir({ "hooks.json5": "{ hooks: { pathh: 1 } }" }), "hooks.json5");
  expect(await watchHooks(path)).toMatchObject({
    ok: false,
    filename: path,
    problems: [{ code: "unknown_key", position: { line: 1 } }],
    files: [path],
  });
});

test("watchHooks() reports the warnings of the first load, and ignores changes after close()", async () => {
  const dir = createTempDir({ "hooks.json5": '{ hooks: { enabled: true, token: "short" } }' });
  const path = join(dir, "hooks.json5");
  const reloads: boolean[] = [];
  const live = await open(path, { onReload: ({ ok }) => reloads.push(ok) });
  expect(live).toMatchObject({ ok: true, problems: [{ code: "token_short" }], filename: path });
  const before = live.hooks();
  writeFileSync(path, "{ hooks: {} }");
  const reloading = live.reload();
  const closed = live.close();
  expect(await reloading).toMatchObject({ ok: true });
  await closed;
  const after = live.hooks();
  expect(after).not.toBe(before);
  writeFileSync(path, "{");
  await live.reload();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(live.hooks()).toBe(after);
  expect(reloads).toEqual([true]);
});

test("watchHooks() ignores other files beside a config without modules", async () => {
  const dir = createTempDir({ "hooks.json5": "{ hooks: {} }" });
  const reloads: boolean[] = [];
  await open(join(dir, "hooks.json5"), { onReload: ({ ok }) => reloads.push(ok) });
  writeFileSync(join(dir, "module.ts"), "");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(reloads).toEqual([]);
  writeFileSync(join(dir, "hooks.json5"), "{ hooks: { enabled: false } }");
  await expect.poll(() => reloads).toEqual([true]);
});

test("watchHooks() reloads when an included file changes, appears or is removed", async () => {
  const mapping = (id: string) => `- { id: ${id}, match: { path: ${id} }, skip: true }\n`;
  const dir = createTempDir({
    "hooks.yaml": "hooks: { include: [hooks.d/*.yaml] }",
    "hooks.d/a.yaml": mapping("a"),
  });
  const live = await open(join(dir, "hooks.yaml"), {});
  const expectIds = (ids: readonly string[]): Promise<void> => {
    const idsOf = () => live.hooks().mappings.map(({ id }) => id);
    return expect.poll(idsOf).toEqual(ids) as Promise<void>;
  };
  await expectIds(["a"]);
  writeFileSync(join(dir, "hooks.d/a.yaml"), mapping("a2"));
  await expectIds(["a2"]);
  writeFileSync(join(dir, "hooks.d/b.yaml"), mapping("b"));
  await expectIds(["a2", "b"]);
  unlinkSync(join(dir, "hooks.d/a.yaml"));
  await expectIds(["b"]);
});

test("watchHooks() survives a listener that throws, and warns of it", async () => {
  const path = join(createTempDir({ "hooks.json5": "{ hooks: {} }" }), "hooks.json5");
  const warnings: string[] = [];
  const live = await open(path, {
    warn: (message) => warnings.push(message),
    onReload: () => {
      throw new Error("full disk");
    },
  });
  expect(await live.reload()).toMatchObject({ ok: true });
  await expect.poll(() => warnings).toEqual(["The listener for reloads failed. Error: full disk."]);
});

test("watchHooks() emits a process warning by default", async () => {
  const path = join(createTempDir({ "hooks.json5": "{ hooks: {} }" }), "hooks.json5");
  const warnings = takeWarnings();
  const onReload = (): never => {
    throw new Error("full disk");
  };
  const live = await open(path, { onReload });
  await live.reload();
  await expect
    .poll(() => warnings)
    .toMatchObject([{ message: "The listener for reloads failed. Error: full disk." }]);
});

const SECRET = "a-token-of-more-than-24-characters";

test.each(["written", "replaced by rename", "replaced by a link"])(
  "watchHooks() reloads when the file of a secret is %s",
  async (how) => {
    const dir = createTempDir({
      "hooks.json5": '{ hooks: { enabled: true, token: { file: "secrets/token" } } }',
      "secrets/token": SECRET,
      "secrets/next": `${SECRET}-2`,
    });
    const file = join(dir, "secrets/token");
    const reloads: boolean[] = [];
    const live = await open(join(dir, "hooks.json5"), { onReload: ({ ok }) => reloads.push(ok) });
    const tokenIs = (text: string): boolean => live.hooks().verifyToken(text);
    if (how === "written") writeFileSync(file, `${SECRET}-2`);
    if (how === "replaced by rename") renameSync(join(dir, "secrets/next"), file);
    if (how === "replaced by a link") {
      symlinkSync("next", join(dir, "secrets/link"));
      renameSync(join(dir, "secrets/link"), file);
    }
    await expect.poll(() => reloads).toEqual([true]);
    expect(tokenIs(`${SECRET}-2`)).toBe(true);
  },
);

test("watchHooks() reloads when a file of watchAlso() changes, and forgets those of the call before", async () => {
  const dir = createTempDir({ "hooks.json5": "{ hooks: {} }", "a.txt": "", "b.txt": "" });
  const reloads: boolean[] = [];
  const live = await open(join(dir, "hooks.json5"), { onReload: ({ ok }) => reloads.push(ok) });
  live.watchAlso([join(dir, "a.txt")]);
  writeFileSync(join(dir, "a.txt"), "1");
  await expect.poll(() => reloads).toEqual([true]);
  live.watchAlso([join(dir, "b.txt")]);
  writeFileSync(join(dir, "a.txt"), "2");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(reloads).toEqual([true]);
  writeFileSync(join(dir, "b.txt"), "1");
  await expect.poll(() => reloads).toEqual([true, true]);
  await live.close(0);
  live.watchAlso([join(dir, "a.txt")]);
  writeFileSync(join(dir, "a.txt"), "3");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(reloads).toEqual([true, true]);
});

type Good = { readonly ok: true; readonly name: string };
type Bad = { readonly ok: false; readonly name: string };

const good = (name: string): Good => ({ ok: true, name });
const bad = (name: string): Bad => ({ ok: false, name });

function createCase(...results: readonly (Good | Bad)[]) {
  const log: string[] = [];
  const gates: Gate[] = [];
  const left = [...results];
  const reloader = createReloader<Good | Bad>({
    load: async () => {
      log.push("load");
      const gate = createGate();
      gates.push(gate);
      await gate.opened;
      const result = left.shift();
      if (result === undefined) throw new Error("no load");
      return result;
    },
    onLoaded: ({ name }) => log.push(`${name}, in use: ${reloader.current()?.name}`),
    release: async ({ name }) => {
      log.push(`release ${name}`);
    },
  });
  return { reloader, log, gates };
}

test("createReloader() puts a successful load into use and keeps it when the next one fails", async () => {
  const results = [bad("a"), good("b"), bad("c"), good("d")];
  const { reloader, log, gates } = createCase(...results);
  for (const [index, result] of results.entries()) {
    const reloaded = reloader.reload();
    gates[index]?.open();
    expect(await reloaded).toBe(result);
  }
  expect(log.filter((line) => line !== "load")).toEqual([
    "a, in use: undefined",
    "b, in use: b",
    "c, in use: b",
    "d, in use: d",
    "release b",
  ]);
});

test("createReloader() loads once more for all calls that come during a load", async () => {
  const { reloader, log, gates } = createCase(good("a"), good("b"));
  const first = reloader.reload();
  const second = reloader.reload();
  const third = reloader.reload();
  expect(second).toBe(third);
  gates[0]?.open();
  expect(await first).toEqual(good("a"));
  await Promise.resolve();
  expect(log).toEqual(["load", "a, in use: a", "load"]);
  gates[1]?.open();
  expect(await third).toEqual(good("b"));
  expect(log.slice(3)).toEqual(["b, in use: b", "release a"]);
});

test("createReloader() rejects if the load throws, and can load again", async () => {
  const { reloader, log, gates } = createCase();
  const failing = reloader.reload();
  const next = reloader.reload();
  gates[0]?.open();
  await expect(failing).rejects.toThrow("no load");
  gates[1]?.open();
  await expect(next).rejects.toThrow("no load");
  expect(log).toEqual(["load", "load"]);
});

function watching(files: readonly string[], quietMs?: number) {
  let changes = 0;
  const watcher = createFileWatcher({
    onChange: () => {
      changes += 1;
    },
    isModule: (name) => /\.[jt]s$/.test(name),
    ...(quietMs !== undefined && { quietMs }),
  });
  onTestFinished(watcher.close);
  watcher.watch(files);
  const expectChanges = (count: number): Promise<void> =>
    expect.poll(() => changes).toBe(count) as Promise<void>;
  return { watcher, expectChanges, changes: () => changes };
}

test("createFileWatcher() reports writing, renaming and removing, once for each burst", async () => {
  const dir = createTempDir({ "a.json5": "1", "other.txt": "1" });
  const file = join(dir, "a.json5");
  const { expectChanges } = watching([file]);
  for (let turn = 0; turn < 5; turn++) writeFileSync(file, `${turn}`);
  await expectChanges(1);
  writeFileSync(`${file}.new`, "2");
  renameSync(`${file}.new`, file);
  await expectChanges(2);
  unlinkSync(file);
  await expectChanges(3);
});

test("createFileWatcher() reports a new module, and no other new file", async () => {
  const dir = createTempDir({ "a.js": "" });
  const { expectChanges, changes } = watching([join(dir, "a.js")], 10);
  writeFileSync(join(dir, "seen.json"), "[]");
  await sleep(100);
  expect(changes()).toBe(0);
  writeFileSync(join(dir, "helper.ts"), "");
  await expectChanges(1);
});

test("createFileWatcher() ignores a new module beside a config", async () => {
  const dir = createTempDir({ "hooks.json5": "{}" });
  const { changes } = watching([join(dir, "hooks.json5")], 10);
  writeFileSync(join(dir, "helper.ts"), "");
  await sleep(100);
  expect(changes()).toBe(0);
});

test("createFileWatcher() reports a folder that appears", async () => {
  const dir = createTempDir({});
  const file = join(dir, "hooks/transforms/a.js");
  const { watcher, expectChanges } = watching([file], 10);
  mkdirSync(join(dir, "hooks"));
  await expectChanges(1);
  watcher.watch([file]);
  mkdirSync(join(dir, "hooks/transforms"));
  await expectChanges(2);
  watcher.watch([file]);
  writeFileSync(file, "");
  await expectChanges(3);
  rmSync(join(dir, "hooks"), { recursive: true });
  await expectChanges(4);
});

test("createFileWatcher() reports a folder that is replaced by another", async () => {
  const dir = createTempDir({ "hooks/a.js": "", "new/a.js": "" });
  const file = join(dir, "hooks/a.js");
  const { watcher, expectChanges } = watching([file], 10);
  renameSync(join(dir, "hooks"), join(dir, "old"));
  renameSync(join(dir, "new"), join(dir, "hooks"));
  await expectChanges(1);
  watcher.watch([file]);
  writeFileSync(file, "1");
  await expectChanges(2);
});

test("createFileWatcher() reports new files that fit a pattern, and no others", async () => {
  const dir = createTempDir({ "hooks.d/a.yaml": "" });
  const { watcher, expectChanges, changes } = watching([join(dir, "hooks.d/a.yaml")], 10);
  const pattern = join(dir, "hooks.d/*.yaml");
  watcher.watch([join(dir, "hooks.d/a.yaml")], [pattern]);
  writeFileSync(join(dir, "hooks.d/notes.md"), "");
  await sleep(100);
  expect(changes()).toBe(0);
  writeFileSync(join(dir, "hooks.d/b.yaml"), "");
  await expectChanges(1);
  unlinkSync(join(dir, "hooks.d/b.yaml"));
  await expectChanges(2);
});

test("createFileWatcher() reports that the folder of a pattern appears", async () => {
  const dir = createTempDir({});
  const { watcher, expectChanges } = watching([], 10);
  watcher.watch([], [join(dir, "hooks.d/*.yaml")]);
  mkdirSync(join(dir, "hooks.d"));
  await expectChanges(1);
});

test("createFileWatcher() watches only the last set of files, and nothing after close()", async () => {
  const dir = createTempDir({ "a/x.txt": "", "b/x.txt": "" });
  const { watcher, expectChanges, changes } = watching([join(dir, "a/x.txt")], 10);
  watcher.watch([join(dir, "b/x.txt")]);
  writeFileSync(join(dir, "a/x.txt"), "1");
  await sleep(100);
  expect(changes()).toBe(0);
  writeFileSync(join(dir, "b/x.txt"), "1");
  await expectChanges(1);
  writeFileSync(join(dir, "b/x.txt"), "2");
  watcher.close();
  await sleep(100);
  expect(changes()).toBe(1);
});

test("createFileWatcher() reports that a link to a file, or to its folder, leads elsewhere", async () => {
  const dir = createTempDir({ "one/token": "1", "two/token": "2" });
  symlinkSync("one", join(dir, "..data"));
  symlinkSync("..data/token", join(dir, "token"));
  const file = join(dir, "token");
  const { watcher, expectChanges } = watching([file], 10);
  // As Kubernetes does: a new link is made beside the old one, and moved over it.
  symlinkSync("two", join(dir, "..data_tmp"));
  renameSync(join(dir, "..data_tmp"), join(dir, "..data"));
  await expectChanges(1);
  watcher.watch([file]);
  writeFileSync(join(dir, "two/token"), "3");
  await expectChanges(2);
  symlinkSync("one/token", join(dir, "new"));
  renameSync(join(dir, "new"), file);
  await expectChanges(3);
});

test("createFileWatcher() goes round no circle of links", async () => {
  const dir = createTempDir({ "a.txt": "" });
  symlinkSync("b", join(dir, "a"));
  symlinkSync("a", join(dir, "b"));
  const { expectChanges } = watching([join(dir, "a"), join(dir, "a.txt")], 10);
  writeFileSync(join(dir, "a.txt"), "1");
  await expectChanges(1);
});
