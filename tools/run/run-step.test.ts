import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { writeFixture } from "../test-support/write-fixture.ts";

const runStepUrl = new URL("run-step.mjs", import.meta.url).href;

function run(script: string): string {
  const root = writeFixture({
    "step.mjs": script,
    "run.mjs": `import { runStep } from ${JSON.stringify(runStepUrl)};
      const passed = await runStep(${"import.meta.dirname"}, { title: "a step", args: ["step.mjs"] });
      console.log("passed:", passed);`,
  });
  return spawnSync(process.execPath, [`${root}/run.mjs`], { encoding: "utf8" }).stdout;
}

test("runStep() reports that a step passed, without its output", () => {
  expect(run('console.log("chatter");')).toMatch(
    /^(?:… a step \d+ s\n)*✓ a step \d+\.\d s\npassed: true\n$/,
  );
});

test("runStep() prints the output of a failed step, from both streams", () => {
  const output = run('console.log("out"); console.error("err"); process.exit(3);');
  expect(output).toMatch(
    /^(?:… a step \d+ s\n)*✗ a step \d+\.\d s\n(?:out\nerr|err\nout)\npassed: false\n$/,
  );
});
