// Configs and modules that change while a server answers requests.
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHooksServer } from "@hookwright/adapter-node";
import {
  type HooksWatchOptions,
  type LiveHooks,
  type LoadReport,
  watchHooks,
} from "@hookwright/config";
import { createIngress } from "@hookwright/core/ingress";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { createTransformLoader } from "../src/load/transform-loader.ts";

const TOKEN = "a-token-of-at-least-24-characters";

/** Beside other tests on two cores. */
const SOON = { timeout: 300_000 };

const configOf = (hooks: object = {}): string =>
  JSON.stringify({
    hooks: {
      enabled: true,
      token: TOKEN,
      mappings: [{ match: { path: "x" }, action: "wake", transform: { module: "m.ts" } }],
      ...hooks,
    },
  });

const moduleOf = (text: string): string => `import { wait } from "./lib/wait.ts";
import more from "./more.json";
export default async ({ payload }) => {
  await wait(payload.gate);
  return { text: ["${text}", more.text, process.pid].join(" ") };
};`;

const FILES = {
  "hooks.json5": configOf(),
  "hooks/transforms/m.ts": moduleOf("one"),
  "hooks/transforms/more.json": '{ "text": "json" }',
  "hooks/transforms/lib/wait.ts": `import { existsSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
export const wait = async (gate) => {
  if (gate) writeFileSync(\`\${gate}/begun\`, "");
  while (gate && !existsSync(\`\${gate}/open\`)) await setTimeout(10);
};`,
};

async function start(files: Readonly<Record<string, string>> = FILES, options = {}) {
  const dir = createTempDir(files);
  const reloads: (LoadReport & { readonly ok: boolean })[] = [];
  const live = await open(join(dir, "hooks.json5"), {
    onReload: (reload) => reloads.push(reload),
    ...options,
  });
  const texts: string[] = [];
  const ingress = createIngress({
    hooks: live.hooks,
    dispatch: ({ parts }) => void texts.push(parts[0]?.text ?? ""),
  });
  const server = createHooksServer({ ingress });
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  const send = async (payload: object = {}, path = "/hooks/x"): Promise<number> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const body = JSON.stringify(payload);
    return (await fetch(`${url}${path}`, { method: "POST", headers, body })).status;
  };
  const write = (name: string, text: string): void => writeFileSync(join(dir, name), text);
  const expectReloads = (count: number): Promise<void> =>
    expect.poll(() => reloads.length, SOON).toBe(count) as Promise<void>;
  return { dir, live, reloads, send, texts, write, expectReloads };
}

async function open(path: string, options: HooksWatchOptions): Promise<LiveHooks> {
  const live = await watchHooks(path, {
    createTransformLoader: (loader) => createTransformLoader({ ...loader, output: "ignore" }),
    ...options,
  });
  if (!live.ok) throw new Error(JSON.stringify(live.problems));
  onTestFinished(() => live.close(0));
  return live;
}

test("watchHooks() applies valid changes, ignores invalid ones, and loses no request", async () => {
  const { dir, reloads, send, texts, write, expectReloads } = await start();
  const statuses = new Set<number>();
  let stopped = false;
  const traffic = (async () => {
    while (!stopped) statuses.add(await send());
  })();
  write("hooks/transforms/m.ts", moduleOf("two"));
  await expectReloads(1);
  write("hooks/transforms/m.ts", "export default (");
  await expectReloads(2);
  write("hooks.json5", "{ hooks: ");
  await expectReloads(3);
  write("hooks.json5", configOf());
  await expectReloads(4);
  // Renames a new file over the old one, as editors do.
  write("hooks/transforms/m.ts.tmp", moduleOf("three"));
  renameSync(join(dir, "hooks/transforms/m.ts.tmp"), join(dir, "hooks/transforms/m.ts"));
  await expectReloads(5);
  stopped = true;
  await traffic;
  await send();
  expect([...statuses]).toEqual([200]);
  expect([...new Set(texts.map((text) => text.split(" ")[0]))]).toEqual(["one", "two", "three"]);
  expect(
    reloads.map((reload) => (reload.ok ? "good" : reload.problems.map(({ code }) => code).join())),
  ).toEqual(["good", "transform_syntax", "config_syntax", "transform_syntax", "good"]);
});

test("watchHooks() reloads when an import of a module changes", async () => {
  const { send, texts, write, expectReloads } = await start();
  write("hooks/transforms/more.json", '{ "text": "other" }');
  await expectReloads(1);
  await send();
  write("hooks/transforms/lib/wait.ts", 'export const wait = () => { throw new Error("no"); };');
  await expectReloads(2);
  expect(await send()).toBe(500);
  expect(texts).toEqual([expect.stringMatching(/^one other \d+$/)]);
});

test("watchHooks() lets requests in progress finish on the old worker, then ends it", async () => {
  const { send, texts, write, expectReloads } = await start();
  expect(await send()).toBe(200);
  const gate = createTempDir();
  const inFlight = send({ gate });
  // The event must have begun, not only have been sent.
  await expect.poll(() => existsSync(join(gate, "begun")), SOON).toBe(true);
  write("hooks/transforms/m.ts", moduleOf("two"));
  write("hooks.json5", configOf({ path: "/moved", token: `other-${TOKEN}` }));
  await expectReloads(1);
  expect(texts).toHaveLength(1);
  writeFileSync(join(gate, "open"), "");
  expect(await inFlight).toBe(200);
  expect(texts[1]).toMatch(/^one /);
  const [, , pid] = texts[1]?.split(" ") ?? [];
  await expect.poll(() => existsSync(`/proc/${pid}`), SOON).toBe(false);
});

test("watchHooks() applies another base path, another token, and a disabled config", async () => {
  const { send, write, expectReloads, reloads } = await start();
  write("hooks.json5", configOf({ path: "/moved" }));
  await expectReloads(1);
  expect(await send({}, "/hooks/x")).toBe(404);
  expect(await send({}, "/moved/x")).toBe(200);
  write("hooks.json5", configOf({ token: `other-${TOKEN}` }));
  await expectReloads(2);
  expect(await send()).toBe(401);
  write("hooks.json5", configOf({ enabled: false }));
  await expectReloads(3);
  expect(await send()).toBe(404);
  expect(reloads).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
});

test("watchHooks() reloads only when asked if watching is off", async () => {
  const { live, reloads, send, texts, write } = await start(FILES, { watch: false });
  write("hooks/transforms/m.ts", moduleOf("two"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(reloads).toEqual([]);
  expect(await live.reload()).toMatchObject({ ok: true, problems: [] });
  expect(reloads).toMatchObject([{ ok: true }]);
  await send();
  expect(texts).toEqual([expect.stringMatching(/^two /)]);
  write("hooks.json5", "{");
  expect(await live.reload()).toMatchObject({ ok: false, problems: [{ code: "config_syntax" }] });
});

test("watchHooks() sees a change of the config while the first modules are loaded", async () => {
  const dir = createTempDir({
    "hooks.json5": configOf(),
    "hooks/transforms/m.ts":
      "await new Promise((resolve) => setTimeout(resolve, 600)); export default () => null;",
  });
  const path = join(dir, "hooks.json5");
  const opening = open(path, {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  writeFileSync(path, configOf({ path: "/moved" }));
  const live = await opening;
  await expect.poll(() => live.hooks().settings.path, SOON).toBe("/moved");
});
