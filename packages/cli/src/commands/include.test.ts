import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import { createTestIo } from "../../test/support/test-io.ts";
import { run } from "../run.ts";

const TOKEN = "a-token-of-more-than-24-characters";

function write(included: string): string {
  const dir = createTempDir({
    "hooks.yaml": `hooks: { enabled: true, token: ${TOKEN}, include: ["hooks.d/*.yaml"] }`,
    "hooks.d/ci.yaml": included,
  });
  return join(dir, "hooks.yaml");
}

const GOOD = "- id: ci\n  match: { path: ci }\n  messageTemplate: Job {{job}}\n";
const BAD = "- id: ci\n  match: ci\n  messageTemplate: Job {{job}}\n";

async function runWith(args: readonly string[]) {
  const io = createTestIo();
  const exitCode = await run(args, io);
  return { exitCode, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

test("check() shows a problem of an included file with its name and lines", async () => {
  const { exitCode, stdout } = await runWith(["check", write(BAD)]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /error wrong_type hooks\.mappings\[0\]\.match \(.*hooks\.d\/ci\.yaml:2:10\)/,
  );
  expect(stdout).toContain("> 2 |   match: ci");
  const json = await runWith(["check", "--json", write(BAD)]);
  expect(JSON.parse(json.stdout).problems[0]).toMatchObject({
    code: "wrong_type",
    file: expect.stringMatching(/hooks\.d\/ci\.yaml$/),
    position: { line: 2, column: 10 },
  });
});

test("check() counts the mappings of included files", async () => {
  const { exitCode, stdout } = await runWith(["check", "--strict", write(GOOD)]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Serves 1 mapping at /hooks.");
});
