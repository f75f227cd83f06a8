// The command in a folder without its optional packages: what needs none works, and the rest names the line to type.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const OPTIONAL = ["host", "transforms", "gmail"];

const MAPPING =
  "hooks:\n  enabled: true\n  token: a-long-random-text-of-mine\n  mappings:\n    - match: { path: a }\n";

const FILES = {
  "hooks.yaml": `${MAPPING}      messageTemplate: "{{text}}"\n`,
  "module.yaml": `${MAPPING}      transform: { module: ./a.ts }\n`,
  "event.json": '{ "text": "hi" }',
  "hooks/transforms/a.ts": "export default () => null;\n",
  "gateway.yaml": `${MAPPING}      messageTemplate: "{{text}}"\nhost: { maxRuns: 2 }\n`,
  "hooks.test.yaml":
    "cases: [{ name: a, event: { path: a, payload: { text: hi } }, expect: { becomes: agent } }]\n",
};

let folder = "";

/** All that the workspace has but the optional packages; the command is a copy, so that it looks for them here. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hookwright-optional-"));
  mkdirSync(join(folder, "hooks/transforms"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const modules = join(folder, "node_modules");
  for (const scope of ["@hookwright", "@clack"]) {
    mkdirSync(join(modules, scope), { recursive: true });
    for (const name of readdirSync(join(root, "node_modules", scope))) {
      if (OPTIONAL.includes(name)) continue;
      symlinkSync(join(root, "node_modules", scope, name), join(modules, scope, name));
    }
  }
  for (const name of ["commander", "diff"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const name of ["bin", "dist", "package.json"]) {
    cpSync(join(root, "packages/cli", name), join(modules, "hookwright", name), {
      recursive: true,
    });
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const bin = join(folder, "node_modules/hookwright/bin/hookwright.js");
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  return spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: "utf8", env });
}

test.each([
  [["check", "hooks.yaml"], /0 errors, 0 warnings/],
  [["explain", "hooks.yaml", "--name", "a", "--payload", "event.json"], /Action: agent/],
  [["test", "hooks.test.yaml"], /1 case passed/],
])("hookwright %j needs no optional package", (args, printed) => {
  const { stdout, stderr, status } = run(...args);
  // A slow machine shows progress.
  expect([status, stderr.replace(/^\d of \d cases\n/gm, "")]).toEqual([0, ""]);
  expect(stdout).toMatch(printed);
});

test("hookwright check reports that it cannot check the host of a config, and checks the hooks", () => {
  const { stdout, stderr, status } = run("check", "gateway.yaml");
  expect(stderr).toContain(
    "The settings of the host are not checked. Run npm install @hookwright/host beside hookwright.",
  );
  expect([status, stdout]).toEqual([0, expect.stringMatching(/0 errors/)]);
});

test.each([
  [["serve", "hooks.yaml", "--dispatch", "host"], ["@hookwright/host"]],
  [["check", "hooks.yaml", "--host-config", "gateway.yaml"], ["@hookwright/host"]],
  [["status"], ["@hookwright/host"]],
  [["runs", "retry", "x"], ["@hookwright/host"]],
  [["deliveries"], ["@hookwright/host"]],
  [
    ["gmail", "status"],
    ["@hookwright/gmail", "@hookwright/host"],
  ],
  [
    ["serve", "hooks.yaml", "--mail"],
    ["@hookwright/gmail", "@hookwright/host"],
  ],
])("hookwright %j names %j, which is missing", (args, names) => {
  const { stderr, status } = run(...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`npm install ${names.join(" ")}`)]);
});

test("hookwright check names the packages that the modules of a config need, beside all other problems", () => {
  const { stdout, status } = run("check", "module.yaml");
  expect(stdout).toContain(
    "cannot be loaded: The package @hookwright/transforms is not installed.",
  );
  expect([status, stdout]).toEqual([1, expect.stringContaining("Run npm install @hookwright/")]);
});
