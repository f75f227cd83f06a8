// A plan beside its files → hooks, or what keeps it from being served. What serve() does with it is tested there.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { plan, writePlan } from "@hookwright/core/plan";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { loadPlan } from "./load-plan.ts";

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
