// Every code fence in the README and the docs is run, compiled or looked up.

import { execFile, fork, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createNodeKeys, parseConfigText, parseEventText } from "@hookwright/config";
import { problemToText, safeCompileHooks } from "@hookwright/core";
import { transform } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { type Fence, readFences } from "./tools/fences.ts";

const execute = promisify(execFile);
const SOON = { timeout: 300_000 };
const root = fileURLToPath(new URL("..", import.meta.url));
const docs = await Promise.all(["docs", "docs/recipes"].map(readPageNames));
const folders = await readdir(join(root, "packages"));
const readmes = folders.map((name) => `packages/${name}/README.md`);
/** Each has its own test: one has wrong examples, the others have test files. */
const OTHERS = ["docs/error-codes.md", "docs/testing-first.md", "docs/testing.md"];
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...docs.flat().filter((page) => !OTHERS.includes(page)),
  ...readmes.filter((page) => existsSync(join(root, page))),
];
const tsc = join(root, "node_modules/typescript7/bin/tsc");
/** These settings are about declarations of the workspace and unused names, which pages may show. */
const STRICT = {
  declaration: false,
  isolatedDeclarations: false,
  noUnusedLocals: false,
};
/** The link that npm makes, so that the test fails without it. */
const bin = join(root, "node_modules/.bin/hookwright");
// Inside the workspace, so that the packages are found as a user finds them.
const folder = await mkdtemp(join(root, "docs/.fences-"));
afterAll(() => rm(folder, { recursive: true }));

async function readPageNames(directory: string): Promise<readonly string[]> {
  const names = await readdir(join(root, directory));
  return names.filter((name) => name.endsWith(".md")).map((name) => `${directory}/${name}`);
}

/** By file: what a script printed, and how its import ended. */
const scripts = new Map<string, { text: string; done?: true; error?: string; output?: string }>();
const runner = fork(fileURLToPath(new URL("tools/run-fences.mjs", import.meta.url)));
const ended = once(runner, "exit");
runner.on("message", ({ file, text = "", ...rest }: { file: string; text?: string }) => {
  const before = scripts.get(file);
  if (before !== undefined) scripts.set(file, { ...before, ...rest, text: before.text + text });
});
afterAll(() => runner.kill("SIGKILL"));

async function runScript({ code, output }: Fence, name: string): Promise<void> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, (await transform(code, { loader: "ts", format: "esm" })).code);
  // Metrics are registered once a process.
  if (code.includes("prom-client")) {
    const { stdout } = await execute(process.execPath, [file], { timeout: 300_000 });
    if (output !== undefined) expect(stdout).toBe(output);
    return;
  }
  scripts.set(file, { text: "", ...(output !== undefined && { output }) });
  runner.send(file);
  const of = () => scripts.get(file);
  await expect.poll(() => of()?.done === true || runner.exitCode !== null, SOON).toBe(true);
  expect(of()).toMatchObject({ done: true });
  expect(of()?.error).toBeUndefined();
  if (output !== undefined) await expect.poll(() => of()?.text, SOON).toBe(output);
}

const PUBLIC_KEY = generateKeyPairSync("ed25519")
  .publicKey.export({ format: "der", type: "spki" })
  .subarray(-32)
  .toString("hex");

async function compileConfig({ code, language }: Fence): Promise<void> {
  const document = await parseConfigText(code, { filename: `fence.${language}` });
  if (!document.ok) throw new Error(document.problems.map(problemToText).join("\n"));
  const names = [...code.matchAll(/module"?: "([^"]+)"/g)].map(([, name = ""]) => name);
  const transforms = Object.fromEntries(names.map((name) => [name, () => undefined]));
  // Two senders with one secret would be a warning, and some keys are base64.
  const secrets = (reference: object) => {
    const name = JSON.stringify(reference);
    if (name.includes("PUBLIC_KEY")) return PUBLIC_KEY;
    return name.replaceAll(/[\W_]/g, "").padEnd(64, "9bJ4kQw7");
  };
  const keys = createNodeKeys();
  // A file of hooks.include is a list.
  const config = Array.isArray(document.config)
    ? { hooks: { mappings: document.config } }
    : { hooks: {}, ...(document.config as object) };
  const compilation = safeCompileHooks(config, { secrets, transforms, keys });
  const problems = compilation.ok ? compilation.hooks.warnings : compilation.problems;
  // Most fences are a part of a config, without `enabled`. The files that they include do not exist here.
  const own = problems.filter(
    ({ code }) => code !== "hooks_disabled" && code !== "include_unresolved",
  );
  expect(own.map(problemToText)).toEqual([]);
}

/** A payload, or an event file, which begins with the name of its hook; a config has `hooks`. */
function isEvent({ code, language }: Fence): boolean {
  if (language === "json" && !code.includes('"hooks"')) return true;
  return /^(?:json5|yaml)$/.test(language) && EVENT_FILE.test(code);
}

const EVENT_FILE = /^(?:\{\s*)?"?path"?:/;

async function readEvent({ code, language }: Fence): Promise<void> {
  const kind = EVENT_FILE.test(code) ? "event." : "";
  const result = await parseEventText(code, { filename: `fence.${kind}${language}` });
  expect(result.problems).toEqual([]);
}

/** Only looks up that commands exist: what they do is tested elsewhere. */
async function checkCommands({ code }: Fence): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  for (const line of code.split("\n").filter((text) => /^(?:npm|npx|hookwright)\b/.test(text))) {
    const words = line.replace(/^npx /, "").split(/\s+/);
    if (words[0] === "npm" && words[1] !== "install") {
      expect(scripts).toHaveProperty(words[1] === "run" ? (words[2] ?? "") : (words[1] ?? ""));
    }
    if (words[0] !== "hookwright") continue;
    await findCommand(words[1] ?? "");
  }
}

const commands = new Map<string, Promise<unknown>>();

/** A command line of ours in a unit or in a Containerfile: the command exists, with all options that are written. */
async function checkCommandLine(words: readonly string[]): Promise<void> {
  const { stdout } = (await findCommand(words[0] ?? "")) as { readonly stdout: string };
  for (const word of words.filter((one) => one.startsWith("--"))) expect(stdout).toContain(word);
}

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** Where systemd is installed, it checks its own part. */
async function checkUnit({ code }: Fence): Promise<void> {
  for (const [, line = ""] of code.matchAll(/^Exec\w+=\S+\/hookwright (.+)$/gm)) {
    await checkCommandLine(line.split(" "));
  }
  if (!hasSystemd) return;
  const file = join(folder, "hookwright.service");
  await writeFile(file, code.replaceAll(/(?<==)\/opt\S+\/hookwright(?= )/g, process.execPath));
  const { stdout, stderr } = await execute("systemd-analyze", ["verify", file]);
  expect(stdout + stderr).toBe("");
}

async function checkContainerfile({ code }: Fence): Promise<void> {
  expect(code).toMatch(/^ARG BASE=\S+\nFROM \$\{BASE\}\n/);
  expect(code).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  const [, line = "[]"] = /^CMD (\[.+\])$/m.exec(code) ?? [];
  const [program, ...words] = JSON.parse(line);
  expect(program).toBe("node_modules/.bin/hookwright");
  await checkCommandLine(words);
}

function findCommand(name: string): Promise<unknown> {
  const found = commands.get(name) ?? execute(process.execPath, [bin, name, "--help"]);
  commands.set(name, found);
  return found;
}

/** The file of a vendor, which a test of tools/vendor checks: it imports its neighbors. */
const IS_OF_THE_SOURCES = /from "\.\/shared\//;

const fencesOfPages = await Promise.all(
  pages.map(async (page) => ({
    page,
    fences: readFences(await readFile(join(root, page), "utf8")).filter(
      ({ code }) => !IS_OF_THE_SOURCES.test(code),
    ),
  })),
);

for (const { page, fences } of fencesOfPages) {
  for (const fence of fences.filter(({ language }) => language !== "text")) {
    it(`${page}:${fence.line} is correct (${fence.language})`, {
      timeout: 300_000,
    }, async () => {
      const name = `${page.replaceAll(/\W/g, "-")}-${fence.line}`;
      if (fence.language === "ts" || fence.language === "js") await runScript(fence, name);
      else if (isEvent(fence)) await readEvent(fence);
      else if (/^(?:json5?|yaml)$/.test(fence.language)) await compileConfig(fence);
      else if (fence.language === "sh") await checkCommands(fence);
      else if (fence.language === "ini") await checkUnit(fence);
      else if (fence.language === "dockerfile") await checkContainerfile(fence);
      else throw new Error(`There is no check for a fence of "${fence.language}".`);
    });
  }
}

it("TypeScript finds nothing wrong in its strictest settings", { timeout: 300_000 }, async () => {
  const programs = fencesOfPages.flatMap(({ page, fences }) =>
    fences
      .filter(({ language }) => language === "ts")
      .map(({ code, line }) => ({ name: `${page.replaceAll(/\W/g, "-")}-${line}.ts`, code })),
  );
  const typed = join(folder, "typed");
  await mkdir(typed);
  // Two fences of a page may declare the same name, so each is a module.
  for (const { name, code } of programs)
    await writeFile(join(typed, name), `${code}\nexport {};\n`);
  const options = {
    ...STRICT,
    noEmit: true,
    types: ["node"],
    lib: ["ES2023", "DOM", "DOM.Iterable"],
  };
  const config = { extends: "../../../tsconfig.json", compilerOptions: options, include: ["*.ts"] };
  await writeFile(join(typed, "tsconfig.json"), JSON.stringify(config));
  const found = await execute(process.execPath, [tsc, "-p", join(typed, "tsconfig.json")]).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(found).toBe("");
  expect(programs.length).toBeGreaterThan(50);
});

it("the scripts of the docs end by themselves, and print no more than their pages say", {
  timeout: 300_000,
}, async () => {
  runner.send(null as unknown as string);
  expect(await ended).toEqual([0, null]);
  expect(scripts.size).toBeGreaterThan(40);
  const printed = [...scripts.values()].filter(({ output }) => output !== undefined);
  expect(printed.map(({ text }) => text)).toEqual(printed.map(({ output }) => output));
});
