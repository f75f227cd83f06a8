// The recipe pages: they are up to date, and the commands that they show work.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { startServe } from "../packages/cli/test/support/start-serve.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { readDelivery } from "../packages/core/test/integrations/read-delivery.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";
import { folder, makePage, names } from "./tools/recipe-pages.mjs";

/** The words of a command; quoted text is one word. */
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

  test("shows commands that explain and send an event, with the variables that the page names", async () => {
    const [json5] = find("json5");
    const [look, send] = find("sh");
    const { payload } = readDelivery(provider, event).event;
    const config = json5?.code ?? "";
    const cwd = createTempDir({ "hooks.json5": config, "event.json": JSON.stringify(payload) });
    const env = secretsFor([...page.matchAll(/^- `([A-Z_]+)`: /gm)].map(([, one = ""]) => one));
    const inFolder = (words: readonly string[]) =>
      words.map((word) => (/^(?:hooks|event)\./.test(word) ? join(cwd, word) : word));
    for (const command of (look?.code ?? "").trim().split("\n")) {
      const io = createTestIo({ env });
      const args = inFolder(wordsOf(command).slice(1));
      expect([command, await run(args, io), io.stderr.text()]).toEqual([command, 0, ""]);
      if (args[0] === "explain") expect(io.stdout.text()).toMatch(/matched[\s\S]*^Result$/m);
    }
    const server = await startServe(["--config", join(cwd, "hooks.json5"), "--json"], { env });
    const [command, ...words] = wordsOf(send?.code ?? "").map((word) =>
      word.replace("http://127.0.0.1:18790", new URL(server.url).origin),
    );
    if (command === "hookwright") {
      const io = createTestIo({ env });
      expect([await run(inFolder(words), io), io.stderr.text()]).toEqual([0, ""]);
    } else expect([200, 202]).toContain(await curl(words, { env, body: JSON.stringify(payload) }));
    await server.io.stderr.find(/"type":"request"[^\n]*"runId":|"dispatched":[1-9]/);
    expect(server.io.stderr.text()).not.toContain('"type":"warning"');
  });
});

type Environment = Readonly<Record<string, string>>;

/** Letters and digits, different for each, and valid base64. */
function secretsFor(names: readonly string[]): Environment {
  const filled = names.map((name) => `${name.replaceAll("_", "")}${"9bJ4kQw7".repeat(6)}`);
  return Object.fromEntries(names.map((name, index) => [name, filled[index]?.slice(0, 48) ?? ""]));
}

interface Curl {
  readonly env: Environment;
  readonly body: string;
}

/** The options that the pages use; a variable of the shell is replaced. */
async function curl(words: readonly string[], { env, body }: Curl): Promise<number> {
  const [url = "", ...options] = words.map((word) =>
    word.replace(/\$([A-Z_]+)/, (_, name: string) => env[name] ?? ""),
  );
  const headers = options.flatMap((option, index) =>
    option === "--header" ? [options[index + 1]?.split(": ") as [string, string]] : [],
  );
  return (await fetch(url, { method: "POST", headers, body })).status;
}
