// The pages for a first hour, done as a new user does them: every command, in an empty folder.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { noProgram, skipTitle } from "../tools/test-support/skip-title.mjs";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";
import { followPage, startShell } from "./tools/follow-page.ts";
import { packageManager } from "./tools/package-manager.ts";

const noCurl = noProgram("curl", "openssl");
const noOpenssl = noProgram("openssl");
const noGit = noProgram("git");

test.skipIf(noCurl !== undefined)(
  skipTitle(
    "docs/first-mapping.md leads from an empty folder to a mapping that takes an event",
    noCurl,
  ),
  {
    timeout: 300_000,
  },
  () => followPage("docs/first-mapping.md", { fails: /^ {2}Not found: /m }),
);

test.skipIf(noOpenssl !== undefined)(
  skipTitle(
    "docs/first-signed-webhook.md leads from an empty folder to verified webhooks",
    noOpenssl,
  ),
  {
    timeout: 300_000,
  },
  () => followPage("docs/first-signed-webhook.md", { fails: /^refused/ }),
);

test.skipIf(noGit !== undefined)(
  skipTitle("docs/testing-first.md leads from an empty folder to a tested mapping", noGit),
  {
    timeout: 300_000,
  },
  () =>
    followPage("docs/testing-first.md", { fails: /^\d+ of \d+ cases failed|^Exit 1/m, servers: 0 }),
);

test("README.md's first page can be typed", { timeout: 300_000 }, async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const fences = readFences(readme);
  const codeOf = (language: string): string =>
    fences.find((fence) => fence.language === language)?.code ?? "";
  const message = fences.find(({ code }) => code.includes("SECURITY NOTICE"))?.code;
  const commands = fences.find(({ code }) => code.startsWith("npx hookwright check"))?.code ?? "";
  const server = fences.find(({ language }) => language === "ts");
  const folder = createTempDir({
    "hooks.yaml": codeOf("yaml"),
    "push.json": codeOf("json"),
    "server.mjs": server?.code ?? "",
  });
  const type = async (script: string): Promise<string> => {
    const shell = startShell(`set -e\nexport HOOK_TOKEN=a-long-random-text\n${script}`, folder);
    const ended = await shell.ended;
    expect([script, shell.output(), ended]).toEqual([script, shell.output(), 0]);
    return shell.output();
  };
  const packages = ["hookwright", "core", "adapter-node"]
    .map((name) => (name === "hookwright" ? name : `@hookwright/${name}`))
    .join(" ");
  await type(packageManager.translate(`npm install ${packages}`));
  await packageManager.afterInstall(folder);
  const [check = "", explain = "", serve = ""] = commands.trim().split("\n");
  const translate = (line: string) => packageManager.translate(line);

  expect(await type(translate(check))).toContain("0 errors");
  const withoutId = (text = "") =>
    text.replaceAll(/id="[\da-f-]{36}"/g, "").replaceAll("> \n", ">\n");
  const explained = withoutId(await type(translate(explain)));
  const lines = withoutId(message).trimEnd().split("\n");
  expect(lines.filter((line) => !explained.includes(line))).toEqual([]);
  const running = startShell(
    `export HOOK_TOKEN=a-long-random-text\n${translate(serve)} --port 0`,
    folder,
  );
  try {
    await expect.poll(running.output).toMatch(/Listening on/);
  } finally {
    process.kill(-(running.child.pid as number), "SIGKILL");
  }
  expect(await type(packageManager.run("server.mjs"))).toBe(server?.output);
});

test("docs/testing-first.md says how many commands and edits it takes", async () => {
  const page = await readFile(new URL("testing-first.md", import.meta.url), "utf8");
  const fences = readFences(page);
  const commands = fences.flatMap(({ language, code }) =>
    language === "sh" ? code.trim().split("\n") : [],
  );
  const edits = fences.filter(({ language }) => language === "yaml" || language === "diff");
  expect([commands.length, edits.length]).toEqual([22, 7]);
  expect(page).toContain("It takes 22 commands and seven edits of files");
});
