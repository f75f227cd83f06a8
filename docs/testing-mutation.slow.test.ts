// docs/testing-mutation.md: its command is run with the files that the page shows, and prints what it says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { type Fence, readFences } from "./tools/fences.ts";

const fences = readFences(readFileSync(new URL("testing-mutation.md", import.meta.url), "utf8"));
const { code: config } = fences.find(({ language }) => language === "yaml") as Fence;
const [cases, output, ignore] = fences
  .filter(({ language }) => language === "text")
  .map(({ code }) => code) as [string, string, string];

async function mutate(tests: string, ...args: readonly string[]) {
  const folder = createTempDir({ "hooks.yaml": config, "hooks.test.yaml": tests });
  const io = createTestIo();
  const exitCode = await run(["test", folder, "--mutate", ...args], io);
  const out = io.stdout.text().replaceAll(`${folder}/`, "");
  return { exitCode, out: out.replace(/\d+\.\d s/, "0.1 s"), err: io.stderr.text() };
}

test("docs/testing-mutation.md: the command prints what the page shows", async () => {
  expect(await mutate(cases)).toEqual({ exitCode: 0, out: `${output.trimEnd()}\n`, err: "" });
});

test("docs/testing-mutation.md: the exception fits a mutant, and the options are known", async () => {
  const { out, err } = await mutate(ignore + cases, "--max-mutants", "100", "--seed", "1");
  expect(err).toBe("");
  expect(out).toContain("survived 2 · not covered 0 · invalid 0 · same 0 · ignored 1");
  expect((await mutate(cases, "--min-mutation", "95")).exitCode).toBe(1);
});
