// The recipe pages: their YAML says what their JSON5 says, and the commands that they show work.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { parseConfigText } from "@hookwright/config";
import { compileHooks, type HookwrightConfigInput } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { describe, expect, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { readDelivery } from "../packages/core/test/integrations/read-delivery.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { type Fence, readFences } from "./tools/fences.ts";
import { folder, makePage, names } from "./tools/recipe-pages.mjs";

const TOKEN = "a-long-random-text-of-your-own";

async function parse({ code, language }: Fence): Promise<HookwrightConfigInput> {
  const document = await parseConfigText(code, { filename: `recipe.${language}` });
  if (!document.ok) throw new Error(document.problems.map(({ message }) => message).join("\n"));
  return document.config as HookwrightConfigInput;
}

/** The words of a command; what stands in quotation marks is one. */
function wordsOf(command: string): readonly string[] {
  const joined = command.replaceAll(/\\\n/g, " ").trim();
  return [...joined.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

describe.each(names)("docs/recipes/%s", async (name) => {
  const page = await readFile(join(folder, name), "utf8");
  const fences = readFences(page);
  const find = (wanted: string) => fences.filter(({ language }) => language === wanted);
  const [, delivery = ""] = /\/samples\/deliveries\/([\w-]+\/[\w-]+)\.json/.exec(page) ?? [];
  const [provider = "", event = ""] = delivery.split("/");

  test("is up to date: node docs/tools/recipe-pages.mjs --write", async () => {
    expect(page).toBe(await makePage(name));
  });

  test("says the same in YAML and in JSON5", async () => {
    const [yaml, json5] = await Promise.all(
      ["yaml", "json5"].map((language) => Promise.all(find(language).map(parse))),
    );
    expect(yaml).toEqual(json5);
  });

  test("shows commands that explain and send an event", async () => {
    const [yaml] = find("yaml");
    const [look, send] = find("sh");
    const { payload } = readDelivery(provider, event).event;
    const config = yaml?.code ?? "";
    const cwd = createTempDir({ "hooks.yaml": config, "event.json": JSON.stringify(payload) });
    for (const command of (look?.code ?? "").trim().split("\n")) {
      const words = wordsOf(command).slice(1);
      const io = createTestIo({ env: { HOOK_TOKEN: TOKEN } });
      const args = words.map((word) => (/^(?:hooks|event)\./.test(word) ? join(cwd, word) : word));
      expect([command, await run(args, io), io.stderr.text()]).toEqual([command, 0, ""]);
      if (args[0] === "explain") expect(io.stdout.text()).toMatch(/matched[\s\S]*^Result$/m);
    }
    const [, url = "", ...options] = wordsOf(send?.code ?? "");
    const headers = options.flatMap((option, index) =>
      option === "--header" ? [options[index + 1]?.replace("$HOOK_TOKEN", TOKEN) ?? ""] : [],
    );
    const hooks = compileHooks(await parse(yaml as Fence), { secrets: () => TOKEN });
    const handler = createFetchHandler(createIngress({ hooks, dispatch: () => undefined }));
    const request = new Request(url, {
      method: "POST",
      headers: headers.map((header) => header.split(": ") as [string, string]),
      body: JSON.stringify(payload),
    });
    expect([200, 202]).toContain((await handler(request))?.status);
  });
});
