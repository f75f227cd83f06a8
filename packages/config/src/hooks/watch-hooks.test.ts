// Hooks that are reloaded when files change, without a server.
import { renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeWarnings } from "../../../../tools/test-support/take-warnings.ts";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import type { LiveHooks } from "../load-result.ts";
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
