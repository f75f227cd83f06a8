// check() and explain() with configs that name transform modules.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { run } from "../src/run.ts";
import { runBin, serveBin } from "./support/bin.ts";
import { createTestIo } from "./support/test-io.ts";

const modules = (...names: readonly string[]): string =>
  `{ hooks: { mappings: [\n${names.map((module) => `{ match: { path: "${module}" }, transform: { module: "${module}" } },\n`).join("")}] } }`;

test("check() builds transform modules, and reports their problems with all others", async () => {
  const dir = createTempDir({
    "hooks.json5": modules("broken.ts", "missing.ts", "bare.ts").replace(
      "hooks:",
      "hoks: 1, hooks:",
    ),
    "hooks/transforms/broken.ts": "export default () => {\n  const = 1;\n};",
    "hooks/transforms/bare.ts": "export default (push) => ({ message: push.ref });",
  });
  const file = join(dir, "hooks.json5");
  const io = createTestIo();
  expect(await run(["check", file], io)).toBe(1);
  const report = io.stdout.text();
  expect(report).toContain(`error transform_syntax hooks.mappings[0].transform.module (${file}:2:`);
  expect(report).toContain('cannot be built: broken.ts:2:9: Expected identifier but found "="');
  expect(report).toContain(
    `error transform_missing hooks.mappings[1].transform.module (${file}:3:`,
  );
  expect(report).toContain("warning transform_bare_payload hooks.mappings[2].transform.module");
  expect(report).toContain("the function gets an object with payload");
  expect(report).toContain("Write ({ payload }) => … and read payload.ref");
  expect(report).toContain(`${file}: 2 errors, 2 warnings.\n`);
});

test("check() exits despite background work of a module, and calls none of its functions", async () => {
  const dir = createTempDir({
    "hooks.json5": modules("busy.js"),
    "hooks/transforms/busy.js": `
      import { writeFileSync } from "node:fs";
      writeFileSync(new URL("pid", import.meta.url), String(process.pid));
      setInterval(() => undefined, 1);
      export default () => writeFileSync(new URL("called", import.meta.url), "");`,
  });
  const io = createTestIo();
  const args = ["check", join(dir, "hooks.json5"), "--transforms", "run"];
  expect(await run(args, io)).toBe(0);
  expect(io.stdout.text()).toContain("Has 1 mapping, but hooks.enabled is not true");
  const folder = join(dir, "hooks/transforms");
  expect(existsSync(`/proc/${readFileSync(join(folder, "pid"), "utf8")}`)).toBe(false);
  expect(existsSync(join(folder, "called"))).toBe(false);
});

test("check() looks for the modules of standard input in the working directory", async () => {
  const io = createTestIo({ stdin: modules("no-such-module.js") });
  expect(await run(["check", "-"], io)).toBe(1);
  expect(io.stdout.text()).toContain("error transform_missing hooks.transformsDir (<stdin>:1:10)");
});

const RUN = ["--transforms", "run"];

const BUSY = `
  import { writeFileSync } from "node:fs";
  setInterval(() => undefined, 10_000);
  writeFileSync(new URL("pid", import.meta.url), String(process.pid));
  export default ({ payload }) => ({ message: payload.say + " in " + process.env.PLACE });`;

test("explain() runs the transform of the mapping, with the environment of the command, and exits", async () => {
  const dir = createTempDir({
    "hooks.json5": modules("busy.js"),
    "hooks/transforms/busy.js": BUSY,
    "payload.json": '{ "say": "hello" }',
  });
  const io = createTestIo({ env: { PLACE: "Ghent" } });
  const args = ["--name", "busy.js", "--payload", join(dir, "payload.json"), ...RUN];
  expect(await run(["explain", join(dir, "hooks.json5"), ...args], io)).toBe(0);
  expect(io.stdout.text()).toContain("The transform was run.");
  expect(io.stdout.text()).toContain("hello in Ghent");
  const pid = readFileSync(join(dir, "hooks/transforms/pid"), "utf8");
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

test("explain() warns of background work of a failed module", async () => {
  const dir = createTempDir({
    "hooks.json5": modules("late.js"),
    "hooks/transforms/late.js": `export default async () => {
      setTimeout(() => { throw new Error("too late"); }, 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { message: "m" };
    };`,
  });
  const io = createTestIo();
  const args = ["explain", join(dir, "hooks.json5"), "--name", "late.js", ...RUN];
  expect(await run(args, io)).toBe(0);
  expect(io.stderr.text()).toMatch(
    /^warning Background work of a transform failed: Error: too late \(.*late\.js:2:\d+\)\.\n$/,
  );
});

test("check() and explain() run no module unless asked to", async () => {
  const write = `import { writeFileSync } from "node:fs";
    const write = (name) => writeFileSync(new URL(name, import.meta.url), "");
    write("loaded");`;
  const dir = createTempDir({
    "hooks.json5": `{ hooks: { mappings: [
      { id: "ci", match: { path: "ci" }, messageTemplate: "Job {{job}}", transform: { module: "a.js" } },
      { id: "bare", match: { path: "bare" }, transform: { module: "a.js" } },
    ] } }`,
    "hooks/transforms/a.js": `${write} export default () => { write("called"); };`,
    "payload.json": '{ "job": "lint" }',
  });
  const file = join(dir, "hooks.json5");
  const exists = (name: string) => existsSync(join(dir, "hooks/transforms", name));
  expect(await run(["check", file], createTestIo())).toBe(0);
  const io = createTestIo();
  const args = ["explain", file, "--payload", join(dir, "payload.json"), "--name"];
  expect(await run([...args, "ci"], io)).toBe(0);
  expect(io.stdout.text()).toMatch(
    /^Notes\n {2}The transform of mapping "ci" was left out\. What is shown is what the mapping alone makes\. Run it with --transforms run\. \(transform_left_out\)\n/,
  );
  expect(io.stdout.text()).toContain("│ > Job lint");
  const bare = createTestIo();
  expect(await run([...args, "bare"], bare)).toBe(0);
  expect(bare.stdout.text()).toContain(
    "Result\n  Not decided: the mapping has no text of its own, and its transform was left out.\n",
  );
  expect([exists("loaded"), exists("called")]).toEqual([false, false]);
  expect(await run(["check", file, ...RUN], createTestIo())).toBe(0);
  expect([exists("loaded"), exists("called")]).toEqual([true, false]);
  expect(await run([...args, "ci", ...RUN], createTestIo())).toBe(0);
  expect(exists("called")).toBe(true);
  expect(await run([...args, "ci", "--transforms", "maybe"], createTestIo())).toBe(2);
});

const TOKEN = "a-token-of-more-than-24-characters";

const MODULES = {
  "hooks.yaml": `
hooks:
  mappings:
    - { match: { path: ci }, transform: { module: ci.ts } }
`,
  "hooks/transforms/ci.ts": `
setInterval(() => undefined, 1);
export default ({ payload }: { payload: { job: string } }) => ({ message: "Job " + payload.job });`,
};

test("hookwright check and explain run modules if asked to, and exit at once despite background work", async () => {
  const cwd = createTempDir(MODULES);
  const checked = await runBin(["check", "hooks.yaml", "--transforms", "run"], { cwd });
  expect(checked).toMatchObject({ exitCode: 0, stderr: "" });
  expect(checked.stdout).toContain("0 errors, 1 warning. Has 1 mapping");
  const args = ["explain", "hooks.yaml", "--name", "ci", "--payload", "-", "--transforms", "run"];
  const explained = await runBin(args, { cwd, stdin: '{"job":"lint"}' });
  expect(explained).toMatchObject({ exitCode: 0, stderr: "" });
  expect(explained.stdout).toContain("Job lint");
});

test("hookwright serve --watch reloads a module and stops on SIGTERM", async () => {
  const cwd = createTempDir({
    ...MODULES,
    "hooks.yaml": MODULES["hooks.yaml"].replace(
      "hooks:",
      `hooks:\n  enabled: true\n  token: ${TOKEN}`,
    ),
    "hooks/transforms/ci.ts": "export default () => null;",
  });
  const { child, stderr, stdout, ended, url } = await serveBin(
    ["--config", "hooks.yaml", "--watch"],
    { cwd },
  );
  expect((await post(`${url}/ci`, {})).status).toBe(204);
  writeFileSync(join(cwd, "hooks/transforms/ci.ts"), 'export default () => ({ message: "new" });');
  await stderr.find(/Reloaded hooks\.yaml/);
  expect((await post(`${url}/ci`, {})).status).toBe(202);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ exitCode: 0, signal: null });
  expect(stdout.text()).toContain("new");
});

function post(url: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}
