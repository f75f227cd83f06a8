import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";

const runCheckUrl = new URL("run-check.mjs", import.meta.url).href;

function start(findings: object, link = false): ReturnType<typeof spawnSync> {
  const root = writeFixture({
    "check.mjs": `import { runCheck } from ${JSON.stringify(runCheckUrl)};
      await runCheck(import.meta.url, () => (${JSON.stringify(findings)}));`,
  });
  if (link) symlinkSync(`${root}/check.mjs`, `${root}/link.mjs`);
  const script = `${root}/${link ? "link" : "check"}.mjs`;
  return spawnSync(process.execPath, [script], { encoding: "utf8" });
}

test("runCheck() exits with 0 and the summary if there is no problem", () => {
  const { status, stdout } = start({ problems: [], summary: "all: 3 files" });
  expect(status).toBe(0);
  expect(stdout).toBe("all: 3 files\n");
});

test("runCheck() prints every problem and exits with 1, through a link too", () => {
  const { status, stderr } = start({ problems: ["first", "second"], summary: "all" }, true);
  expect(status).toBe(1);
  expect(stderr).toBe("  first\n  second\n");
});
