// A plan beside its files → hooks, or what keeps it from being served. What serve() does with it is tested there.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { plan, writePlan } from "@hookwright/core/plan";
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { loadPlan, watchPlan } from "./load-plan.ts";

const env = { HOOK_TOKEN: "a-token-of-at-least-24-characters" };

async function createPlan(hooks: object, files: Readonly<Record<string, string>> = {}) {
  const made = plan({ hooks: { enabled: true, token: { env: "HOOK_TOKEN" }, ...hooks } });
  const written = made.ok ? await writePlan(made.plan) : made;
  if (!written.ok) throw new Error(JSON.stringify(written.problems));
  return join(createTempDir({ ...files, "plan.json": written.text }), "plan.json");
}

const WITH_MODULE = {
  mappings: [{ match: { path: "own" }, transform: { module: "own.mjs" } }],
};

test("loadPlan() gives hooks, and the files that they depend on", async () => {
  const token = { file: "hook.token" };
  const path = await createPlan({ token }, { "hook.token": env.HOOK_TOKEN });
  const loaded = await loadPlan(path, { env });
  expect(loaded).toMatchObject({ ok: true, filename: path, problems: [] });
  expect(loaded.files).toEqual([path, join(path, "../hook.token")]);
  if (!loaded.ok) return;
  expect(loaded.hooks.verifyToken(env.HOOK_TOKEN)).toBe(true);
  await loaded.close();
});

test("loadPlan() takes functions in place of modules, and ports in place of those of Node", async () => {
  const path = await createPlan(WITH_MODULE);
  const transforms = { "own.mjs": () => ({ message: "from a function" }) };
  const secrets = () => env.HOOK_TOKEN;
  const createTransformLoader = () => {
    throw new Error("not asked");
  };
  const loaded = await loadPlan(path, { secrets, transforms, createTransformLoader });
  expect(loaded.ok && (await loaded.hooks.resolve({ path: "own", payload: {} }))).toMatchObject({
    action: { untrustedText: "from a function" },
  });
});

test("loadPlan() reports a file that cannot be read", async () => {
  expect(await loadPlan("/none/plan.json")).toMatchObject({
    ok: false,
    problems: [
      { code: "config_unreadable", message: "The plan cannot be read: there is no such file." },
    ],
  });
});

test("loadPlan() reports modules that nothing loads, and a loader that fails", async () => {
  const path = await createPlan(WITH_MODULE);
  expect(await loadPlan(path, { env })).toMatchObject({
    ok: false,
    problems: [{ code: "transform_unavailable" }],
  });
  const createTransformLoader = () => Promise.reject(new Error("no workers here."));
  const loaded = await loadPlan(path, { env, createTransformLoader });
  expect(loaded.problems.map(({ message }) => message)).toContain(
    "The transform modules cannot be loaded: no workers here.",
  );
});

test("loadPlan() reports an .env file that cannot be read, and warnings of authoring and of link", async () => {
  const mappings = [{ match: { path: "a" }, messageTemplate: "x" }, { messageTemplate: "y" }];
  const path = await createPlan({ mappings });
  const file = join(path, "../.env");
  writeFileSync(file, "HOOK_TOKEN=short\n", { mode: 0o600 });
  const loaded = await loadPlan(path, { env: {}, envFile: { path: file } });
  const codes = loaded.problems.map(({ code }) => code);
  expect(codes).toContain("token_short");
  expect(loaded.ok && loaded.hooks.warnings.map(({ code }) => code)).toEqual(
    loaded.problems.filter(({ severity }) => severity === "warning").map(({ code }) => code),
  );
  const missing = await loadPlan(path, { env, envFile: { path: `${file}.none` } });
  expect(missing.ok).toBe(false);
  expect(missing.problems).toContainEqual(
    expect.objectContaining({ code: "env_file_unreadable", severity: "error" }),
  );
});

test("loadPlan() hands a loader of modules what it reads of a config, without the plan", async () => {
  const path = await createPlan({ ...WITH_MODULE, transformsDir: "./modules" });
  const asked: unknown[] = [];
  const closed: unknown[] = [];
  const loaded = await loadPlan(path, {
    env,
    warn: () => undefined,
    createTransformLoader: (base) => ({
      load: async (config, options) => {
        asked.push(base.configFile, config, options.provided);
        const transforms = { "own.mjs": () => ({ message: "from a module" }) };
        const close = async () => undefined;
        return { transforms, problems: [], files: ["/modules/own.mjs"], close };
      },
      isModule: () => true,
      close: async (graceMs) => void closed.push(graceMs),
    }),
  });
  const transform = { module: "own.mjs", lock: [] };
  const secrets = [{ env: "HOOK_TOKEN" }];
  const hooks = { transformsDir: "./modules", mappings: [{ transform }], secrets };
  expect(asked).toEqual([path, { hooks }, []]);
  expect(loaded).toMatchObject({ ok: true, files: expect.arrayContaining(["/modules/own.mjs"]) });
  if (loaded.ok) await loaded.close(7);
  expect(closed).toEqual([7]);
});

test("loadPlan() says what to write in place of a secret of the gateway's providers", async () => {
  const token = { source: "file", provider: "vault", id: "/hooks/token" };
  const { problems } = await loadPlan(await createPlan({ token }), { env });
  expect(problems[0]?.hint).toContain('write { "file": "path" }');
  const variable = { source: "env", id: "NONE" };
  const missing = await loadPlan(await createPlan({ token: variable }), { env });
  expect(missing.problems[0]?.hint).toBe("Set the env secret NONE.");
});

test("watchPlan() loads a plan again, and keeps the previous hooks where it is damaged", async () => {
  const path = await createPlan(WITH_MODULE);
  const results: boolean[] = [];
  const live = await watchPlan(path, {
    env,
    transforms: { "own.mjs": () => undefined },
    onReload: ({ ok }) => void results.push(ok),
  });
  if (!live.ok) throw new Error(JSON.stringify(live.problems));
  onTestFinished(() => live.close(0));
  const before = live.hooks();
  // Not a module of this plan.
  writeFileSync(join(path, "../other.ts"), "");
  writeFileSync(path, "{");
  await expect.poll(() => results).toEqual([false]);
  expect(live.hooks()).toBe(before);
  expect(await watchPlan("/none/plan.json")).toMatchObject({ ok: false });
});
