// Config files and options of `build` → the plan that is written, and the report.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPlan } from "@hookwright/core/runtime";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { expectRun, hookwright } from "../../test/support/hookwright.ts";
import type { TestInput } from "../../test/support/test-io.ts";

const CONFIG = `# What the release serves.
hooks:
  enabled: true
  token: { env: HOOK_TOKEN }
  include: ["more/*.yaml"]
  transformsDir: ./modules
  mappings:
    - match: { path: github }
      auth: { provider: github, secret: { file: github.secret } }
      messageTemplate: "{{upper repository.name}}"
    - { match: { path: own }, messageTemplate: x, transform: { module: own.mjs } }
gateway: { auth: { token: the-token-of-the-gateway-itself } }
agents: { list: [{ id: main, secretNote: never-in-a-plan }] }
`;
const FILES = {
  "hooks.yaml": CONFIG,
  "more/ci.yaml": 'mappings: [{ match: { path: ci }, messageTemplate: "{{job}}" }]\n',
  "modules/own.mjs": "export default () => undefined;\n",
};

const build = (args: readonly string[], input?: TestInput) => hookwright(["build", ...args], input);

test("build() writes the plan to a file, and reports to standard output", async () => {
  const folder = createTempDir(FILES);
  const out = join(folder, "plan.json");
  const { exitCode, stdout } = await build([join(folder, "hooks.yaml"), "--out", out]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("2 secrets are not set here (HOOK_TOKEN, github.secret)");
  expect(stdout).toContain("0 errors, 2 warnings. Serves 3 mappings at /hooks.\n");
  expect(stdout).toContain(`Wrote ${out}.\n`);
  const text = readFileSync(out, "utf8");
  expect(await readPlan(text)).toMatchObject({
    ok: true,
    problems: [],
    plan: { modules: { transformsDir: "./modules" }, hasSecrets: false },
  });
  for (const part of [folder, "the-token-of-the-gateway-itself", "never-in-a-plan"]) {
    expect(text).not.toContain(part);
  }
  // No temporary file is left.
  expect(readdirSync(folder).toSorted()).toEqual(["hooks.yaml", "modules", "more", "plan.json"]);
});

test("build() gives the same bytes in every folder, on standard output alone", async () => {
  const texts = await Promise.all(
    [1, 2].map(async () => build([join(createTempDir(FILES), "hooks.yaml")])),
  );
  const [first, second] = texts.map(({ stdout }) => stdout);
  expect(first).toBe(second);
  expect(await readPlan(first)).toMatchObject({ ok: true });
  expect(texts[0]?.stderr).toContain("Serves 3 mappings at /hooks.");
});

test("build() reads standard input", async () => {
  const stdin = '{ hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "x" }] } }';
  const { exitCode, stdout, stderr } = await build(["-"], { stdin });
  expect(exitCode).toBe(0);
  expect(stderr).toContain("<stdin>: 0 errors");
  expect(await readPlan(stdout)).toMatchObject({ ok: true });
});

test("build() refuses each secret that the config has as text, and keeps the previous plan", async () => {
  const config = CONFIG.replace("{ env: HOOK_TOKEN }", "hunter2-hunter2-hunter2-hunter2").replace(
    "{ file: github.secret }",
    "hunter3-hunter3-hunter3",
  );
  const folder = createTempDir({ ...FILES, "hooks.yaml": config, "plan.json": "before" });
  const out = join(folder, "plan.json");
  const { exitCode, stdout } = await build([join(folder, "hooks.yaml"), "--out", out]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    `error plan_holds_secret hooks.token (${join(folder, "hooks.yaml")}:4:10)`,
  );
  expect(stdout).toContain('Write { env: "HOOK_TOKEN" }');
  expect(stdout).toContain('Write { env: "GITHUB_SECRET" }');
  expect(stdout).toContain("2 errors");
  expect(stdout).not.toContain("hunter");
  expect(stdout).not.toContain("Wrote");
  expect(readFileSync(out, "utf8")).toBe("before");
});

test.each<[string, string]>([
  ["an error", CONFIG.replace("messageTemplate: x", "mesageTemplate: x")],
  ["a module that is missing", CONFIG.replace("own.mjs", "none.mjs")],
  ["an error of the host", `${CONFIG}host: { runners: {} }\n`],
])("build() makes no plan of a config with %s", async (_what, config) => {
  const folder = createTempDir({ ...FILES, "hooks.yaml": config });
  const { exitCode, stdout, stderr } = await build([join(folder, "hooks.yaml")]);
  expect(exitCode).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toContain("error");
});

test("build() knows the channels of a host, and reports the file of its settings", async () => {
  const folder = createTempDir({
    "hooks.yaml":
      "hooks: { mappings: [{ match: { path: ci }, messageTemplate: x, channel: pager }] }\n",
    "host.yaml":
      "host: { runner: { command: { program: [cat] } } }\nchannels: { pager: { url: https://pager.example.com/in } }\n",
  });
  const file = join(folder, "hooks.yaml");
  expect((await build([file])).stderr).toContain("pager");
  const { stderr } = await build([file, "--host-config", join(folder, "host.yaml")]);
  expect(stderr).toContain("host.yaml: ");
});

test("build() reports to programs", async () => {
  const folder = createTempDir(FILES);
  const out = join(folder, "plan.json");
  const { stdout } = await build([join(folder, "hooks.yaml"), "--out", out, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ schema: "hookwright.build/1", ok: true, plan: out });
  writeFileSync(join(folder, "hooks.yaml"), "hooks: 1\n");
  const refused = await build([join(folder, "hooks.yaml"), "--json"]);
  expect(refused.stdout).toBe("");
  expect(JSON.parse(refused.stderr)).toMatchObject({
    ok: false,
    problems: [{ code: "wrong_type" }],
  });
});

test("build() reports a file that cannot be written", async () => {
  const folder = createTempDir(FILES);
  const { exitCode, stderr } = await build([
    join(folder, "hooks.yaml"),
    "--out",
    join(folder, "none/plan.json"),
  ]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("the system says ENOENT");
});

test.each([["check"], ["explain", "--name", "github"], ["build"]])(
  "%s asks for the config of a plan",
  async (...command) => {
    const folder = createTempDir(FILES);
    const out = join(folder, "plan.json");
    await build([join(folder, "hooks.yaml"), "--out", out]);
    const asked = "name the config that it was made of";
    await expectRun([...command, out], [1, asked]);
  },
);
