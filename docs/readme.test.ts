// The first screen of the README: its config makes the message that it shows, and the index names every page.
import { readdir, readFile } from "node:fs/promises";
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookwrightConfigInput } from "@hookwright/core";
import { expect, test } from "vitest";
import { readFences } from "./tools/fences.ts";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
const readme = await read("../README.md");

test("README.md shows the message that its config makes", async () => {
  const [config, event, message] = readFences(readme);
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

test("docs/README.md names each page of the docs and each report once, with what it answers", async () => {
  const index = await read("README.md");
  const pagesIn = async (folder: string) =>
    (await readdir(new URL(folder, import.meta.url))).filter((name) => name.endsWith(".md"));
  const own = (await pagesIn(".")).filter((name) => name !== "README.md");
  const reports = (await pagesIn("../reports")).map((name) => `../reports/${name}`);
  const folders = ["decisions/README.md", "providers/README.md", "recipes/README.md"];
  const rows = [...index.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| [^|]+ \|$/gm)];
  const named = rows.map(([, path = ""]) => path).filter((path) => path.endsWith(".md"));
  const others = ["../CONTRIBUTING.md", "../SECURITY.md", "../bench/README.md"];
  expect(named.toSorted()).toEqual([...own, ...reports, ...folders, ...others].toSorted());
});
