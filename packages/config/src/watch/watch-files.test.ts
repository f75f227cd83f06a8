// Real files, changed in the ways that editors and deployments change them.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createFileWatcher } from "./watch-files.ts";

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
