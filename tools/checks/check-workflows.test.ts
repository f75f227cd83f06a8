import { expect, test } from "vitest";
import { checkWorkflows } from "./check-workflows.mjs";

const COMMIT = "de0fac2e4500dabe0009e67214ff5f5447ce83dd";

const write = (step: string, on = "push"): string =>
  `on: ${on}\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`;

async function problemsOf(text: string): Promise<readonly string[]> {
  return (await checkWorkflows([{ path: "ci.yml", text }])).problems;
}

test("checkWorkflows() accepts a workflow that names actions by a commit", async () => {
  expect(await problemsOf(write(`uses: actions/checkout@${COMMIT} # v6.0.2`))).toEqual([]);
  expect(await problemsOf(write("run: npm test"))).toEqual([]);
  const own = "on: push\njobs:\n  site:\n    uses: ./.github/workflows/site.yml\n";
  expect(await problemsOf(own)).toEqual([]);
});

test.each([
  "uses: actions/checkout@v6",
  `uses: actions/checkout@${COMMIT}`,
  "uses: actions/checkout@main # v6.0.2",
])("checkWorkflows() refuses an action that is not pinned to a commit: %s", async (step) => {
  expect(await problemsOf(write(step))).toEqual([
    `ci.yml:6 is not pinned to a commit with its version: - ${step}`,
  ]);
});

test("checkWorkflows() reports what actionlint finds", async () => {
  expect(await problemsOf(write("run: echo ${{ matrx.os }}"))).toEqual([
    expect.stringMatching(/^ci\.yml:6:\d+ undefined variable "matrx"/),
  ]);
  expect(await problemsOf(write("run: npm test", "pushed"))).toEqual([
    expect.stringMatching(/^ci\.yml:1:\d+ unknown Webhook event "pushed"/),
  ]);
});
