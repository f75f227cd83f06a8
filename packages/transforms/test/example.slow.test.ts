// The example project: it type-checks as in an editor, and its modules work.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { loadConfigFile } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { serve } from "../../../tools/test-support/serve.ts";
import { load } from "./support/load-modules.ts";

const EXAMPLE = fileURLToPath(new URL("../../../examples/transforms", import.meta.url));

test("the example of transforms type-checks as a project of its own", { timeout: 300_000 }, () => {
  const typescript = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  // TypeScript prints errors to standard output, and exits with 2.
  const { stdout, status } = spawnSync(process.execPath, [typescript, "-p", "tsconfig.json"], {
    cwd: EXAMPLE,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test("the example of transforms turns a push, a changed note and a broken build into actions", async () => {
  const notes = await serve((request, response) => {
    response.statusCode = request.headers.authorization === "Bearer t0ken" ? 200 : 401;
    response.end(JSON.stringify({ title: "Plans" }));
  });
  const { config } = await loadConfigFile(`${EXAMPLE}/hooks.json5`);
  const HOOK_TOKEN = "a-token-of-at-least-24-letters";
  const env = { ...process.env, NOTES_URL: notes.url, NOTES_TOKEN: "t0ken", HOOK_TOKEN };
  const { transforms, problems } = await load(EXAMPLE, config as object, { env });
  expect(problems).toEqual([]);
  const hooks = compileHooks(config as object, { transforms, secrets: () => HOOK_TOKEN });
  const push = {
    ref: "refs/heads/main",
    repository: { full_name: "acme/site" },
    commits: [{ message: "Fix the door\n\nIt was open.", author: { name: "Ada" } }],
  };
  const headers = { "x-github-event": "push" };
  const pushed = await hooks.resolve({ path: "github", payload: push, headers });
  expect(pushed).toMatchObject({
    action: {
      kind: "agent",
      channel: "slack",
      message: expect.stringContaining("New on acme/site:\n> - Fix the door (Ada)"),
    },
  });
  const pinged = await hooks.resolve({ path: "github", payload: {}, headers: {} });
  expect(pinged).toMatchObject({ outcome: "handled" });
  const changed = await hooks.resolve({ path: "note", payload: { id: "7" } });
  expect(changed).toMatchObject({
    action: { message: expect.stringContaining('The note "Plans" was changed.') },
  });
  const build = { project: "site", branch: "main", url: "https://ci.example/7" };
  const passed = await hooks.resolve({ path: "build", payload: { ...build, status: "passed" } });
  expect(passed).toMatchObject({ outcome: "handled" });
  const broken = await hooks.resolve({ path: "build", payload: { ...build, status: "failed" } });
  expect(broken).toMatchObject({
    action: {
      sessionKey: "hook:build:site",
      parts: [{ text: "The build of site is broken on main: https://ci.example/7" }],
    },
  });
});
