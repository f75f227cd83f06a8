// docs/cli.md: the commands about events are run with the files that the page shows, and print what it says.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createProgram } from "../packages/cli/src/program.ts";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { type Fence, readFences } from "./tools/fences.ts";

const page = await readFile(new URL("cli.md", import.meta.url), "utf8");
const section = page.slice(page.indexOf("## explain\n"), page.indexOf("## verify\n"));
const fences = readFences(section);
const codeOf = (language: string) =>
  (fences.find((fence) => fence.language === language) as Fence).code;

const event = JSON.parse(codeOf("json")) as { readonly path: string; readonly payload: object };
const payload = JSON.stringify(event.payload);
const FILES: Readonly<Record<string, string>> = {
  "hooks.json5": codeOf("json5"),
  "events/closed.event.json": codeOf("json"),
  "events/all.ndjson": `{"path":"other"}\n${JSON.stringify(event)}\n`,
  "captured.http": `POST /hooks/github HTTP/1.1\nX-GitHub-Event: pull_request\n\n${payload}`,
  "headers.txt": "X-GitHub-Event: pull_request\n",
  "push.json": payload,
};

async function runLine(line: string) {
  const folder = createTempDir(FILES);
  // A test cannot change the working directory.
  const words = line.split(" ").slice(1);
  const args = words.map((word) =>
    Object.hasOwn(FILES, word.replace(/:\d+$/, "")) ? join(folder, word) : word,
  );
  const io = createTestIo();
  const exitCode = await run(args, io);
  return { exitCode, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

const commands = fences
  .filter(({ language }) => language === "sh")
  .flatMap(({ code }) => code.trimEnd().split("\n"));

it.each(commands)("docs/cli.md: %s explains the event of the page", async (line) => {
  const { exitCode, stdout, stderr } = await runLine(line);
  expect(stderr).toBe("");
  const isOther = line.endsWith("x-github-event:push");
  expect(exitCode).toBe(isOther ? 1 : 0);
  if (isOther) {
    expect(stdout).toContain('headers.x-github-event is "push"; it would match if header');
    return;
  }
  expect(stdout).toContain("{{#if pull_request.merged}} → else");
});

it("docs/cli.md shows what explain prints", async () => {
  const { code, output = "" } = fences.find(({ output: text }) => text !== undefined) as Fence;
  const { stdout } = await runLine(code.trim());
  const shown = output
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "…");
  const printed = stdout.split("\n");
  let at = 0;
  for (const line of shown) {
    const next = printed.indexOf(line, at);
    expect(next, `${line}\n\n${stdout}`).toBeGreaterThanOrEqual(at);
    at = next + 1;
  }
});

it.each(["init", "check", "test", "diff", "record", "explain"])(
  "docs/cli.md names every option of %s, whose help has examples",
  async (name) => {
    const io = createTestIo();
    await run([name, "--help"], io);
    const help = io.stdout.text();
    expect(help).toContain(`Examples:\n  hookwright ${name}`);
    const start = page.indexOf(`\n## ${name}\n`);
    const own = page.slice(start, page.indexOf("\n## ", start + 1));
    const options = [...help.matchAll(/^ +(--[\w-]+)/gm)].map(([, option = ""]) => option);
    expect(options.length).toBeGreaterThan(2);
    expect(options.filter((option) => !own.includes(option))).toEqual([]);
  },
);

it("docs/cli.md has the heading that the help of each command names", async () => {
  const { commands } = createProgram(createTestIo(), () => undefined);
  for (const command of commands) {
    const io = createTestIo();
    await run([command.name(), "--help"], io);
    const [, file = "", anchor = ""] =
      /^Docs: \S+\/docs\/(\S+)#(\S+)$/m.exec(io.stdout.text()) ?? [];
    const text = await readFile(new URL(file, import.meta.url), "utf8");
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading.toLowerCase().replaceAll(" ", "-"),
    );
    expect(headings, command.name()).toContain(anchor);
  }
});
