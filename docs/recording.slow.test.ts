// docs/recording.md: its commands are run, and the file of the page is what record writes.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";

const fences = readFences(await readFile(new URL("recording.md", import.meta.url), "utf8"));
const shown = JSON.parse(fences.find(({ language }) => language === "json")?.code ?? "");
const commands = fences
  .filter(({ language }) => language === "sh")
  .flatMap(({ code }) => code.trimEnd().split("\n"));
const TOKEN = "a-long-random-text-of-your-own";
const CONFIG = `{ hooks: { enabled: true, token: "${TOKEN}", mappings: [
  { match: { path: "github" }, messageTemplate: "{{action}}" } ] } }`;

it("docs/recording.md: each command runs, and the file is what the page shows", {
  timeout: 300_000,
}, async () => {
  const folder = createTempDir({ "hooks.json5": CONFIG });
  const isFile = /^(?:hooks\.json5|events.*)$/;
  const argsOf = (line: string) =>
    line
      .split(" ")
      .slice(1)
      .map((word) => (isFile.test(word) ? join(folder, word) : word));
  const records = commands.filter((line) => line.includes(" record "));
  for (const line of records) {
    const io = createTestIo();
    const exit = run([...argsOf(line), "--port", "0"], io);
    const [url] = await io.stderr.find(/http:\/\/\S+/);
    const target = url.replace("NAME", "github");
    const body = JSON.stringify({ action: "opened", sender: { email: "ann@acme.io" } });
    const headers = { "x-github-event": "issues", authorization: `Bearer ${TOKEN}` };
    const own = line.includes("hooks.json5") ? headers : { "x-github-event": "issues" };
    expect((await fetch(target, { method: "POST", body, headers: own })).status).toBeLessThan(503);
    io.signals.emit("SIGTERM");
    expect(await exit).toBe(0);
    expect(io.stdout.text()).toContain("1 event recorded");
  }
  const written = await readFile(join(folder, "events/github/issues-opened-1.event.json"), "utf8");
  const { by: _, ...recorded } = shown.recorded;
  expect(JSON.parse(written)).toMatchObject({ ...shown, recorded });
  const explains = commands.filter((line) => line.includes(" explain "));
  expect(records.length + explains.length).toBe(commands.length);
  for (const line of explains) expect(await run(argsOf(line), createTestIo())).toBe(0);
});
