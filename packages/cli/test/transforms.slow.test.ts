// check() and explain() with configs that name transform modules.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../tools/test-support/temp-dir.ts";
import { runBin, serveBin } from "./support/bin.ts";
import { expectRun } from "./support/hookwright.ts";

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
  await expectRun(
    ["check", file],
    [
      1,
      `error transform_syntax hooks.mappings[0].transform.module (${file}:2:`,
      'cannot be built: broken.ts:2:9: Expected identifier but found "="',
      `error transform_missing hooks.mappings[1].transform.module (${file}:3:`,
      "warning transform_bare_payload hooks.mappings[2].transform.module",
      "the function gets an object with payload",
      "Write ({ payload }) => … and read payload.ref",
      `${file}: 2 errors, 2 warnings.\n`,
    ],
  );
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
  const args = ["check", join(dir, "hooks.json5"), "--transforms", "run"];
  await expectRun(args, [0, "Has 1 mapping, but hooks.enabled is not true"]);
  const folder = join(dir, "hooks/transforms");
  expect(existsSync(`/proc/${readFileSync(join(folder, "pid"), "utf8")}`)).toBe(false);
  expect(existsSync(join(folder, "called"))).toBe(false);
});

test("check() looks for the modules of standard input in the working directory", async () => {
  const error = "error transform_missing hooks.transformsDir (<stdin>:1:10)";
  await expectRun(["check", "-"], [1, error], { stdin: modules("no-such-module.js") });
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
  const event = ["--name", "busy.js", "--payload", join(dir, "payload.json")];
  const args = ["explain", join(dir, "hooks.json5"), ...event, ...RUN];
  const words = ["The transform was run.", "hello in Ghent"];
  await expectRun(args, [0, ...words], { env: { PLACE: "Ghent" } });
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
  const args = ["explain", join(dir, "hooks.json5"), "--name", "late.js", ...RUN];
  const { stderr } = await expectRun(args, [0]);
  expect(stderr).toMatch(
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
  await expectRun(["check", file], [0]);
  const args = ["explain", file, "--payload", join(dir, "payload.json"), "--name"];
  await expectRun(
    [...args, "ci"],
    [
      0,
      /^Notes\n {2}The transform of mapping "ci" was left out\. What is shown is what the mapping alone makes\. Run it with --transforms run\. \(transform_left_out\)\n/,
      "│ > Job lint",
    ],
  );
  const undecided =
    "Result\n  Not decided: the mapping has no text of its own, and its transform was left out.\n";
  await expectRun([...args, "bare"], [0, undecided]);
  expect([exists("loaded"), exists("called")]).toEqual([false, false]);
  await expectRun(["check", file, ...RUN], [0]);
  expect([exists("loaded"), exists("called")]).toEqual([true, false]);
  await expectRun([...args, "ci", ...RUN], [0]);
  expect(exists("called")).toBe(true);
  await expectRun([...args, "ci", "--transforms", "maybe"], [2]);
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
