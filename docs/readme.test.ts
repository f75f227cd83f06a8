// The first screen of the README: its config makes the message that it shows, and the index names every page.
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookwrightConfigInput } from "@hookwright/core";
import { PROVIDERS } from "@hookwright/signatures";
import { expect, test } from "vitest";
import { readPackages } from "../tools/checks/read-packages.mjs";
import { readFences } from "./tools/fences.ts";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
const readme = await read("../README.md");
const root = fileURLToPath(new URL("..", import.meta.url));

test("README.md shows the message that its config makes", async () => {
  const fences = readFences(readme);
  const [config, event] = ["yaml", "json"].map((name) =>
    fences.find(({ language }) => language === name),
  );
  const message = fences.find(({ code }) => code.includes("SECURITY NOTICE"));
  const document = await parseConfigText(config?.code ?? "", { filename: "hooks.yaml" });
  if (!document.ok) throw new Error("The config of the README cannot be read.");
  const id = /id="([\da-f-]{36})"/.exec(message?.code ?? "")?.[1] ?? "";
  const hooks = compileHooks(document.config as HookwrightConfigInput, {
    secrets: () => "a-long-random-text-of-your-own",
    randomId: () => id,
  });
  const resolution = await hooks.resolve({
    path: "github",
    headers: { "x-github-event": "push" },
    payload: JSON.parse(event?.code ?? ""),
  });
  if (resolution.outcome !== "action" || resolution.action.kind !== "agent") throw new Error("no");
  expect(`${resolution.action.message.replaceAll("> \n", ">\n")}\n`).toBe(message?.code);
  expect(readme).toContain(`session \`${resolution.action.sessionKey}\``);
});

/** The lines that install from a clone. */
const INSTALL =
  /^```sh\n(?:mkdir .*\n)?(git clone .*\nnpm run pack:all .*\nnpm install .*tarballs\/\*\.tgz)\n```$/m;

/** What a terminal or a browser shows without scrolling. */
const MAX_SCREEN_LINES = 50;

test("README.md, the first pages and each package's README install by the same lines", async () => {
  const packages = readPackages(root).filter(({ isPrivate }) => !isPrivate);
  const own = packages.map(({ folder }) => `../${folder}/README.md`);
  const first = ["embed.md", "first-mapping.md", "first-signed-webhook.md", "testing-first.md"];
  const lines = INSTALL.exec(readme)?.[1];
  expect(lines).toBeDefined();
  for (const page of [...own, ...first]) {
    expect([page, INSTALL.exec(await read(page))?.[1]]).toEqual([page, lines]);
  }
  for (const page of own) {
    const length = (await read(page)).trimEnd().split("\n").length;
    expect([page, length <= MAX_SCREEN_LINES]).toEqual([page, true]);
  }
});

test("README.md shows a picture and the quickstart in its first screen, and one program", () => {
  const screen = readme.split("\n").slice(0, MAX_SCREEN_LINES).join("\n");
  const [picture] = readFences(screen);
  for (const word of ["gates", "mapping", "fence", "action"]) expect(picture?.code).toContain(word);
  for (const line of picture?.code.split("\n") ?? []) expect(line.length).toBeLessThan(100);
  expect(screen).toContain("\nnpm run quickstart\n");
  const programs = readFences(readme).filter(({ language }) => /^[jt]s$/.test(language));
  expect(programs).toHaveLength(1);
});

test("README.md gives the numbers that the pages behind them have", async () => {
  // A round number stays true while rows are added.
  const roundOf = (number = 0): string => `| more than ${Math.floor((number - 1) / 10) * 10}`;
  expect(readme).toContain(`signature or token is checked ${roundOf(PROVIDERS.length)}`);
  const [table = ""] = (await read("security.md")).split("\n## ", 1);
  const claims = table.match(/^\| (?!claim \|)/gm)?.length;
  expect(readme).toContain(`each with the tests that prove it ${roundOf(claims)}`);
  const sizes = await read("sizes.md");
  const [, packages, size] = /\| `hookwright` \| (\d+) \| ([^|]+) \|/.exec(sizes) ?? [];
  expect(readme).toContain(`| ${packages} packages, ${size} |`);
  const bench = await read("../bench/README.md");
  const [, ratios = ""] = /^\| `http` .*\| ([\d.]+ to [\d.]+ times) \(/m.exec(bench) ?? [];
  expect(readme).toContain(`| ${ratios} |`);
  const [, killed = ""] = /^\| `host-kills .*\| (300 kills, [\d,]+ runs),/m.exec(bench) ?? [];
  expect(readme).toContain(`| ${killed}: none lost |`);
});

test("docs/README.md names each page of the docs once, with what it answers", async () => {
  const index = await read("README.md");
  const pagesIn = async (folder: string) =>
    (await readdir(new URL(folder, import.meta.url))).filter((name) => name.endsWith(".md"));
  const own = (await pagesIn(".")).filter((name) => name !== "README.md");
  const folders = ["decisions/README.md", "providers/README.md", "recipes/README.md"];
  const rows = [...index.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| [^|]+ \|$/gm)];
  const named = rows.map(([, path = ""]) => path).filter((path) => path.endsWith(".md"));
  const others = ["../CONTRIBUTING.md", "../.github/SECURITY.md", "../bench/README.md"];
  expect(named.toSorted()).toEqual([...own, ...folders, ...others].toSorted());
});
