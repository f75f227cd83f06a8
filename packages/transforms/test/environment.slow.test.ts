// The environment that modules see: their own tokens, and no secret of the config.
import { expect, onTestFinished, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import type { ModuleOutput } from "../src/worker/output-relay.ts";
import { callOf, configOf, contextOf, createTestLoader, load } from "./support/load-modules.ts";

const ENV = {
  PATH: process.env["PATH"],
  OWN_TOKEN: "of-the-module",
  HOOK_TOKEN: "named-in-the-config",
  COPY: " named-in-the-config ",
  LITERAL: "a-token-of-at-least-24-letters",
  SIGNING: "signing-secret",
  FROM_FILE: "text of a file",
  PART: "part",
  HEADER: "Bearer named-in-the-config",
  WHOLE_CONFIG: '{"token":"a-token-of-at-least-24-letters"}',
  NOTE: "short words, such as part and pin, are in many a text",
};

const SECRETS = {
  transforms: {},
  gmail: { pushToken: "${HOOK_TOKEN}" },
  auth: { github: { secrets: [{ source: "env", provider: "default", id: "SIGNING" }] } },
  other: [{ key: { file: "secret.txt" } }, { password: "a-${PART}-b" }, { keyPin: "pin" }],
};

async function namesSeen(hooks: object, env: object = ENV): Promise<readonly string[]> {
  const dir = createTempDir({
    "secret.txt": "text of a file\n",
    "hooks/transforms/env.js":
      "export default () => ({ message: Object.keys(process.env).join() });",
  });
  const loaded = await load(dir, configOf(["env.js"], hooks), { env: env as NodeJS.ProcessEnv });
  const result = await callOf(loaded, "env.js")(contextOf({}));
  return (result as { message: string }).message.split(",").sort();
}

test("createTransformLoader() passes on the environment without the secrets of the config, by name and value", async () => {
  expect(await namesSeen(SECRETS)).toEqual(["NOTE", "OWN_TOKEN", "PATH"]);
});

test("createTransformLoader() passes only the listed variables on, and no secret even if it is listed", async () => {
  const env = ["OWN_TOKEN", "HOOK_TOKEN", "constructor", "MISSING", 5];
  expect(await namesSeen({ ...SECRETS, transforms: { env } })).toEqual(["OWN_TOKEN"]);
});

test("createTransformLoader() passes on the environment of the process by default", async () => {
  process.env["HOOKWRIGHT_TEST_OWN"] = "x";
  onTestFinished(() => {
    delete process.env["HOOKWRIGHT_TEST_OWN"];
  });
  const dir = createTempDir({
    "hooks/transforms/env.js":
      "export default () => ({ message: process.env.HOOKWRIGHT_TEST_OWN });",
  });
  const loaded = await load(dir, configOf(["env.js"]));
  expect(await callOf(loaded, "env.js")(contextOf({}))).toEqual({ message: "x" });
});

test("createTransformLoader() passes on what modules print, line by line, with their names", async () => {
  const dir = createTempDir({
    "hooks/transforms/print.js":
      "console.log('out\\nput'); process.stdout.write('end'); export default () => null;",
    "hooks/transforms/fail.js": "console.error('err'); export default () => null;",
  });
  const outputs: ModuleOutput[] = [];
  const output = (line: ModuleOutput) => outputs.push(line);
  const loader = createTestLoader(dir, { output });
  await loader.load(configOf(["print.js", "fail.js"]));
  // The last output of a worker is read before the worker counts as gone.
  await loader.close(0);
  const textsOf = (name: string) =>
    outputs.filter((line) => line.module === name).map((line) => line.text);
  expect(textsOf("print.js")).toEqual(["out", "put", "end"]);
  expect(textsOf("fail.js")).toEqual(["err"]);
  expect(new Set(outputs.map(({ pid }) => pid)).size).toBe(2);
});
