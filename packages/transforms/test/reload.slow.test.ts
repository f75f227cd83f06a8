// Modules that change between loads.
import { existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LoadedTransforms } from "@hookwright/core";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import {
  callOf,
  configOf,
  contextOf,
  createTestLoader,
  failureOf,
  modulesDir,
} from "./support/load-modules.ts";

const answering = (text: string): string =>
  `let calls = 0; export default async ({ payload }) => {
    await new Promise((resolve) => setTimeout(resolve, payload.delayMs ?? 0));
    calls += 1;
    return { message: \`${text} \${calls} \${process.pid}\` };
  };`;

async function messageOf(loaded: LoadedTransforms, module: string, payload = {}): Promise<string> {
  const result = await callOf(loaded, module)(contextOf(payload));
  return (result as { message: string }).message;
}

test("createTransformLoader() reloads the changed file alone; the others keep their workers and memory", async () => {
  const dir = modulesDir({ "a.js": answering("a, old"), "b.js": answering("b") });
  const loader = createTestLoader(dir);
  const config = configOf(["a.js", "b.js"]);
  const before = await loader.load(config);
  expect(await messageOf(before, "a.js")).toMatch(/^a, old 1 /);
  const [b1, count, pid] = (await messageOf(before, "b.js")).split(" ");
  expect([b1, count]).toEqual(["b", "1"]);

  writeFileSync(join(dir, "hooks/transforms/a.js"), answering("a, new"));
  const after = await loader.load(config);
  await before.close(0);
  expect(await messageOf(after, "a.js")).toMatch(/^a, new 1 /);
  expect(await messageOf(after, "b.js")).toBe(`b 2 ${pid}`);
});

test("createTransformLoader() answers events in flight, and later ones of the old load, with the old code", async () => {
  const dir = modulesDir({ "a.js": answering("old") });
  const loader = createTestLoader(dir);
  const before = await loader.load(configOf(["a.js"]));
  const inFlight = messageOf(before, "a.js", { delayMs: 300 });
  await sleep(100);
  writeFileSync(join(dir, "hooks/transforms/a.js"), answering("new"));
  const after = await loader.load(configOf(["a.js"]));
  const closed = before.close(0);
  const late = messageOf(before, "a.js");
  expect(await messageOf(after, "a.js")).toMatch(/^new 1 /);
  expect(await inFlight).toMatch(/^old 1 /);
  expect(await late).toMatch(/^old /);
  await closed;
  // This holds even after all its workers have ended.
  expect(await messageOf(before, "a.js")).toMatch(/^old 1 /);
});

test("createTransformLoader() restarts a module whose settings change, and closes once", async () => {
  const dir = modulesDir({ "a.js": answering("a") });
  const loader = createTestLoader(dir);
  const first = await loader.load(configOf(["a.js"]));
  const second = await loader.load(configOf(["a.js"], { transforms: { memoryMb: 64 } }));
  const third = await loader.load(configOf(["a.js"]));
  const pids = [first, second, third].map(
    async (loaded) => (await messageOf(loaded, "a.js")).split(" ")[2],
  );
  const [pid1, pid2, pid3] = await Promise.all(pids);
  expect(pid1).toBe(pid3);
  expect(pid1).not.toBe(pid2);
  await first.close(0);
  await first.close(0);
  expect((await messageOf(third, "a.js")).split(" ")[2]).toBe(pid1);
  await third.close(0);
  const fourth = await loader.load(configOf(["a.js"]));
  await third.close(0);
  await fourth.close(0);
  const fifth = await loader.load(configOf(["a.js"]));
  await fourth.close(0);
  const sixth = await loader.load(configOf(["a.js"]));
  const [pid5, pid6] = await Promise.all([messageOf(fifth, "a.js"), messageOf(sixth, "a.js")]);
  expect(pid5.split(" ")[2]).toBe(pid6.split(" ")[2]);
});

test("createTransformLoader() kills old workers with endless work after their grace period, or for newer ones", async () => {
  const endless = (text: string): string => `setInterval(() => undefined, 10); ${answering(text)}`;
  const dir = modulesDir({ "a.js": endless("0") });
  const loader = createTestLoader(dir);
  const pids: string[] = [];
  for (let round = 1; round <= 7; round++) {
    const loaded = await loader.load(configOf(["a.js"]));
    pids.push((await messageOf(loaded, "a.js")).split(" ")[2] ?? "");
    writeFileSync(join(dir, "hooks/transforms/a.js"), endless(`${round}`));
    void loaded.close();
  }
  const alive = (): readonly string[] => pids.filter((pid) => existsSync(`/proc/${pid}`));
  await expect.poll(() => alive().length).toBe(4);
  expect(alive()).toEqual(pids.slice(3));
  await loader.close(100);
  expect(alive()).toEqual([]);
});

test("createTransformLoader() lets the work of many modules end when all of them are closed at once", async () => {
  const module = `import { writeFileSync } from "node:fs";
    export default ({ payload }) => {
      setTimeout(() => writeFileSync(payload.file, "done"), 300);
      return null;
    };`;
  const names = ["a.js", "b.js", "c.js", "d.js", "e.js", "f.js"];
  const dir = modulesDir(Object.fromEntries(names.map((name) => [name, module])));
  const loader = createTestLoader(dir);
  const loaded = await loader.load(configOf(names));
  const fileOf = (name: string): string => join(dir, `${name}.done`);
  await Promise.all(names.map((name) => callOf(loaded, name)(contextOf({ file: fileOf(name) }))));
  await loader.close(30_000);
  expect(names.filter((name) => existsSync(fileOf(name)))).toEqual(names);
});

test("createTransformLoader() ends calls that are not answered after the grace period", async () => {
  const dir = modulesDir({ "a.js": "export default () => new Promise(() => undefined);" });
  const loader = createTestLoader(dir);
  const loaded = await loader.load(configOf(["a.js"]));
  const call = { timeoutMs: 600_000 };
  const failures = [1, 2, 3].map(() => failureOf(callOf(loaded, "a.js")(contextOf({}), call)));
  await loader.close(100);
  for (const failure of await Promise.all(failures)) {
    expect(failure).toContain("was ended with the server");
  }
});

test("createTransformLoader() writes scripts again that were removed from the temporary folder", async () => {
  const dir = modulesDir({
    "a.js": `${answering("a")} export const exit = () => process.exit(0);`,
  });
  const temporary = createTempDir();
  useTemporaryFolder(temporary);
  const loader = createTestLoader(dir);
  const loaded = await loader.load(configOf(["a.js"]));
  const [cache = ""] = readdirSync(temporary);
  expect(statSync(join(temporary, cache)).mode & 0o777).toBe(0o700);
  rmSync(join(temporary, cache), { recursive: true });
  await failureOf(callOf(loaded, "a.js", "exit")(contextOf({})));
  expect(await messageOf(loaded, "a.js")).toMatch(/^a 1 /);
  await loader.close(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test("createTransformLoader() reports the author's position if the temporary folder is a link", async () => {
  const dir = modulesDir({ "a.js": "export default () => {\n  throw new Error('x');\n};" });
  const real = createTempDir({ "much/deeper/than/the/link/file": "" });
  const link = join(createTempDir(), "link");
  symlinkSync(join(real, "much/deeper/than/the/link"), link);
  useTemporaryFolder(link);
  const loaded = await createTestLoader(dir).load(configOf(["a.js"]));
  expect(await failureOf(callOf(loaded, "a.js")(contextOf({})))).toMatch(
    /^Error: x \(.*a\.js:2:9\)$/,
  );
});

function useTemporaryFolder(path: string): void {
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = path;
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  });
}
