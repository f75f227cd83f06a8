// The first screen of the README: its config makes the message that it shows, and every page is in an index.
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

/** Tables and lists that belong to another page, which links to them. */
const DETAILS = ["claims.md", "handshake-secrets.md", "host-rules.md", "signature-results.md"];

test("every page of the docs is linked from README.md or from docs/README.md", async () => {
  const index = `${readme.replaceAll("(docs/", "(")}${await read("README.md")}`;
  const files = await readdir(new URL(".", import.meta.url));
  const pages = files.filter((name) => name.endsWith(".md") && name !== "README.md");
  const missing = pages.filter((name) => !index.includes(`(${name}`));
  expect(missing.filter((name) => !DETAILS.includes(name))).toEqual([]);
});
