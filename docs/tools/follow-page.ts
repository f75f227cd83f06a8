// A tutorial page → its steps, done as a new user does them in an empty folder: files, commands, servers.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { createTempDir } from "../../tools/test-support/temp-dir.ts";
import { type Fence, readFences } from "./fences.ts";
import { packageManager } from "./package-manager.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The port of the page; tests use a free one. */
const PORT = "18790";

/** CI would keep snapshots from being written, and commits need a name. */
const ENV = {
  NO_COLOR: "1",
  // Even an empty value asks for color.
  FORCE_COLOR: undefined,
  CI: "",
  npm_config_update_notifier: "false",
  GIT_AUTHOR_NAME: "Reader",
  GIT_AUTHOR_EMAIL: "reader@example.com",
  GIT_COMMITTER_NAME: "Reader",
  GIT_COMMITTER_EMAIL: "reader@example.com",
};

/** The sentence before a fence that is a file. */
const INTO_FILE = /into `([\w.-]+)`:\n\n$/;

/** The sentence before a fence of changed lines. */
const CHANGES_FILE = /^In `([\w.-]+)`|[.,:] In `([\w.-]+)`/;

export interface FollowOptions {
  /** Matches the output of commands that should exit with 1. */
  readonly fails: RegExp;
  /** How many commands start a server. Default: 1. */
  readonly servers?: number;
}

/** Compares the output of each command with the text after it, and other texts with the log of the server. */
export async function followPage(
  name: string,
  { fails, servers: expected = 1 }: FollowOptions,
): Promise<void> {
  const page = await readFile(join(root, name), "utf8");
  const folder = createTempDir({});
  const reader = { folder, cwd: join(folder, "hooks"), port: await freePort(), fails };
  const fences = readFences(page);
  const servers: Shell[] = [];
  onTestFinished(() => {
    for (const { child } of servers) process.kill(-(child.pid as number), "SIGKILL");
  });
  for (const fence of fences) {
    const file = findFile(fence, page);
    if (file !== undefined) await writeFile(join(reader.cwd, file), fence.code);
    if (fence.language === "diff") await changeFile(fence, page, reader.cwd);
    if (fence.language === "sh") servers.push(...(await follow(fence, reader)));
  }
  const logs = fences.filter((fence) => isLog(fence, fences));
  expect([logs.length, servers.length]).toEqual([expected, expected]);
  for (const { code } of logs) expectLines(servers[0]?.output() ?? "", code);
}

function findFile({ language, line }: Fence, page: string): string | undefined {
  if (!/^(?:json5?|yaml)$/.test(language)) return undefined;
  const before = page.split("\n").slice(0, line - 1);
  const file = INTO_FILE.exec(`${before.join("\n")}\n`)?.[1];
  if (file === undefined) throw new Error(`Line ${line}: no sentence names the file.`);
  return file;
}

/** Lines with `-` become those with `+`; others say where. */
async function changeFile({ code, line }: Fence, page: string, cwd: string): Promise<void> {
  const before = page.split("\n")[line - 3] ?? "";
  const [, first, second] = CHANGES_FILE.exec(before) ?? [];
  const name = first ?? second;
  if (name === undefined) throw new Error(`Line ${line}: nothing says which file is changed.`);
  const file = join(cwd, name);
  const text = await readFile(file, "utf8");
  const lines = code.trimEnd().split("\n");
  const without = (sign: string) =>
    lines
      .filter((one) => !one.startsWith(sign))
      .map((one) => `${one.slice(1)}\n`)
      .join("");
  expect(text.split(without("+")), `line ${line}`).toHaveLength(2);
  await writeFile(
    file,
    text.replace(without("+"), () => without("-")),
  );
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

export interface Shell {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

export function startShell(script: string, cwd: string): Shell {
  // A group of its own: `npx` has children.
  const child = spawn("sh", ["-c", script], {
    cwd,
    detached: true,
    env: { ...process.env, ...ENV },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, output: () => text, ended };
}

/** Text that differs each time. */
function normalize(text: string): string {
  return text
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, "<id>")
    .replace(/\b\d+ ms\b/g, "<n> ms")
    .replace(/\b\d+\.\d s\b/g, "<n> s")
    .replace(/127\.0\.0\.1:\d+/g, "<address>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/[\da-f]{12}…[\da-f]{6}/g, "<signature>")
    .trimEnd();
}

/** The lines of the page, in order; the command may print others in between. */
function expectLines(printed: string, written: string): void {
  const lines = normalize(printed).split("\n");
  const wanted = normalize(written)
    .split("\n")
    .filter((line) => line !== "…");
  let at = 0;
  const found = wanted.filter((line) => {
    const next = lines.indexOf(line, at);
    if (next === -1) return false;
    at = next + 1;
    return true;
  });
  expect(found, printed).toEqual(wanted);
}

interface Reader extends FollowOptions {
  readonly folder: string;
  /** Files that the page makes in it. */
  readonly cwd: string;
  readonly port: string;
}

/** The server, where the commands start one. */
async function follow({ code, output }: Fence, reader: Reader): Promise<readonly Shell[]> {
  const { cwd, port, fails } = reader;
  if (code.startsWith("mkdir hooks")) {
    await runSetup(code, reader);
    return [];
  }
  const script = packageManager.translate(code);
  if (code.includes("hookwright serve")) {
    const server = startShell(script.replace("serve", `serve --port ${port}`), cwd);
    await expect.poll(server.output).toMatch(/Listening on/);
    return [server];
  }
  const shell = startShell(`set -e\n${script.replaceAll(PORT, port)}`, cwd);
  const wanted = output !== undefined && fails.test(output) ? 1 : 0;
  const ended = await shell.ended;
  expect([code, shell.output(), ended]).toEqual([code, shell.output(), wanted]);
  if (output !== undefined) {
    expectLines(shell.output(), output.replaceAll("npx hookwright", packageManager.command));
  }
  return [];
}

async function runSetup(code: string, { folder, cwd }: Reader): Promise<void> {
  const shell = startShell(`set -e\n${packageManager.translate(code)}`, folder);
  const ended = await shell.ended;
  expect([shell.output(), ended, existsSync(cwd)]).toEqual([shell.output(), 0, true]);
  await packageManager.afterInstall(cwd);
}

/** A text that does not follow a command is from the server. */
function isLog({ language, code }: Fence, fences: readonly Fence[]): boolean {
  return language === "text" && fences.every(({ output }) => output !== code);
}
