import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSuiteLoader, runSuite } from "@hookwright/testing/files";
import { expect, onTestFinished, test } from "vitest";
import type { EventText } from "../model/event-text.ts";
import type { Question } from "../model/messages.ts";
import { writeTestFile } from "../view-model/write-test-file.ts";
import { createEngine } from "./create-engine.ts";

const CONFIG = `hooks:
  enabled: true
  token: \${T}
  mappings:
    - id: ci
      match: { path: ci }
      messageTemplate: "{{job}}: {{state}} {{gone}}"
`;

const EVENT: EventText = {
  path: "ci",
  headers: "X-Kind: done",
  query: "",
  payload: '{"job": "lint", "state": "red"}',
};

const ask = (change: Partial<Question> = {}): Question => ({
  config: CONFIG,
  format: "yaml",
  event: EVENT,
  ...change,
});

test("ask() explains the event, and has the values of the expressions at their lines", async () => {
  const { problems, result } = await createEngine().ask(ask());
  expect(problems).toEqual([]);
  expect(result?.explanation.resolution).toMatchObject({ outcome: "action", mappingId: "ci" });
  const [line] = result?.lines ?? [];
  expect(line?.line).toBe(7);
  expect(line?.values.map(({ start, end, texts }) => [CONFIG.slice(start, end), texts])).toEqual([
    ["{{job}}", ["lint"]],
    ["{{state}}", ["red"]],
    ["{{gone}}", [""]],
  ]);
});

test("ask() reports a broken config with positions and fixes, and has no result", async () => {
  const config = CONFIG.replace("messageTemplate", "mesageTemplate");
  const { problems, result } = await createEngine().ask(ask({ config }));
  expect(result).toBeUndefined();
  const [problem] = problems;
  expect(problem?.position?.line).toBe(7);
  expect(problem?.fixes?.[0]?.edits[0]?.text).toBe("messageTemplate");
});

test.each([
  ["a payload that is not JSON", { payload: "{" }, "The payload is not JSON."],
  [
    "a header without a value",
    { headers: "X-A: 1\nnonsense here" },
    'A header is not "Name: value" on line 2.',
  ],
])("ask() says what is wrong with an event: %s", async (_, change, message) => {
  const { eventProblem, result } = await createEngine().ask(
    ask({ event: { ...EVENT, ...change } }),
  );
  expect(eventProblem).toBe(message);
  expect(result).toBeUndefined();
});

test("ask() resolves all samples, and names how outcomes differ from the baseline", async () => {
  const engine = createEngine();
  const samples = [{ name: "ci/red", event: { path: "ci", payload: { job: "a", state: "red" } } }];
  const first = await engine.ask(ask({ samples }));
  expect(first.result?.strip).toEqual([
    expect.objectContaining({ name: "ci/red", outcome: "agent", mapping: "ci", empty: 0 }),
  ]);
  const config = CONFIG.replace("path: ci", "path: other");
  const second = await engine.ask(ask({ config }));
  expect(second.result?.strip).toEqual([
    { name: "ci/red", path: "ci", outcome: "unmatched", change: "lost", empty: 0 },
  ]);
  engine.setBaseline();
  const third = await engine.ask(ask({ config }));
  expect(third.result?.strip[0]?.change).toBeUndefined();
});

test("ask() leaves modules of transforms to the author's machine", async () => {
  const config = CONFIG.replace(
    "      match:",
    "      transform: { module: ./change.ts }\n      match:",
  );
  const { problems, result } = await createEngine().ask(ask({ config }));
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(result?.explanation.notes.map(({ code }) => code)).toContain("transform_left_out");
});

test("ask() flips one thing of the event at a time, and says what it becomes then", async () => {
  const config = CONFIG.replace(
    "match: { path: ci }",
    "match: { path: ci, headers: { x-kind: done }, when: { '==': [{ var: payload.state }, red] } }",
  );
  const { result } = await createEngine().ask(ask({ config }));
  const misses = (result?.nearMisses ?? []).map(({ title, row }) => [title, row.outcome]);
  expect(misses.length).toBeGreaterThanOrEqual(2);
  expect(misses.every(([, outcome]) => outcome === "unmatched")).toBe(true);
  expect(misses.map(([title]) => title).join("\n")).toMatch(
    /x-kind[\s\S]*state|state[\s\S]*x-kind/,
  );
  const other = await createEngine().ask(
    ask({ config, event: { ...EVENT, headers: "X-Kind: open" } }),
  );
  expect(other.result?.nearMisses).toContainEqual(
    expect.objectContaining({
      title: 'x-kind = "done"',
      row: expect.objectContaining({ mapping: "ci" }),
    }),
  );
});

test("the cases of a page pass as a test file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hookwright-cases-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = CONFIG.replace(
    "match: { path: ci }",
    "match: { path: ci, headers: { x-kind: done } }",
  );
  const { result } = await createEngine().ask(ask({ config }));
  const kept = (result?.nearMisses ?? []).map(({ title, event, row }) => ({
    name: title,
    event,
    row,
  }));
  const event = {
    path: "ci",
    headers: { "x-kind": "done" },
    payload: { job: "lint", state: "red" },
  };
  const row = result?.row ?? expect.fail("the event has no result");
  await writeFile(join(folder, "hooks.yaml"), config);
  await writeFile(
    join(folder, "hooks.test.yaml"),
    writeTestFile([...kept, { name: "a red build", event, row }]),
  );
  const loader = createSuiteLoader({ env: { T: "a-long-random-token" }, warn: () => undefined });
  onTestFinished(loader.close);
  const loaded = await loader.load(join(folder, "hooks.test.yaml"));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.report.problems));
  const { results } = await runSuite(loaded);
  expect(results.length).toBeGreaterThan(1);
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
});

test("locate() finds a value in the text of the payload", async () => {
  const payload = '{\n  "a": [{ "b": "here" }]\n}';
  const range = await createEngine().locate({ payload, path: "a.0.b" });
  expect(payload.slice(range?.[0], range?.[1])).toBe('"here"');
});
