// Laws: no secret and nothing about a person is in any written file, wherever it stood in a request, and
// recorded events come to the same mappings, condition results and sessions as the originals.
// soak/record.mjs is the long form, with the built command.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileHooks } from "@hookwright/core";
import { createRedactor } from "@hookwright/testing/record";
import { expect, inject, test } from "vitest";
import { createChoices } from "../../../../soak/shared/record/choices.mjs";
import { findHidden } from "../../../../soak/shared/record/find-secrets.mjs";
import { createJudge, haveSameSessions } from "../../../../soak/shared/record/judge.mjs";
import {
  CONFIG,
  createRequest,
  type PlantedRequest,
  WRITTEN_SECRET,
} from "../../../../soak/shared/record/requests.mjs";
import { createTempDir } from "../../../../tools/test-support/temp-dir.ts";
import {
  listComparedValues,
  listReadHeaders,
} from "../../../testing/src/record/compared-values.ts";
import { createRecorder } from "../../../testing/src/record/create-recorder.ts";

const REQUESTS = 200;
const known = ["environment-of-nobody-4711", WRITTEN_SECRET];

interface Recorded extends PlantedRequest {
  readonly text: string;
}

async function recordAll(): Promise<readonly Recorded[]> {
  const choices = createChoices(inject("seed"));
  const hooks = compileHooks(
    { hooks: { ...CONFIG.hooks, enabled: false } },
    { secrets: () => undefined },
  );
  const redact = createRedactor({
    random: choices.below,
    secrets: known,
    keepValues: listComparedValues(hooks),
    keepHeaders: listReadHeaders(hooks, CONFIG),
  });
  const limits = { perShape: REQUESTS, max: REQUESTS, by: "test" };
  const recorder = createRecorder({ out: join(createTempDir(), "events"), redact, ...limits });
  const all: Recorded[] = [];
  for (let seq = 0; seq < REQUESTS; seq++) {
    const planted = createRequest(choices, { seq, known });
    const file = await recorder.record(planted.request);
    all.push({ ...planted, text: readFileSync(file as string, "utf8") });
  }
  return all;
}

test("R4 R5 createRecorder() writes no secret and nobody's data into any file", async () => {
  for (const { hidden, planted, text } of await recordAll()) {
    expect([planted, text, findHidden(text, [...hidden, ...known])]).toEqual([planted, text, []]);
    expect(JSON.parse(text).recorded.redacted).not.toEqual([]);
  }
});

test("R6 R7 recorded events come to the same mappings, condition results and sessions", async () => {
  const recorded = await recordAll();
  const { judge, parts } = createJudge(CONFIG);
  const before = await judge(recorded.map(({ request }) => request));
  const after = await judge(recorded.map(({ text }) => JSON.parse(text)));
  expect(after.mappings).toEqual(before.mappings);
  expect(after.results).toEqual(before.results);
  expect(haveSameSessions(before.keys, after.keys)).toBe(true);
  // Every clause and condition holds for some events, and fails for others.
  for (let part = 0; part < parts; part++) {
    expect(new Set(before.results.map((one) => one[part]))).toEqual(new Set(["0", "1"]));
  }
  expect(new Set(before.mappings).size).toBeGreaterThan(4);
  expect(new Set(before.keys).size).toBeGreaterThan(10);
});

test("R6 haveSameSessions() notices sessions that come together, and one that comes apart", () => {
  expect(haveSameSessions(["a", "b", "a"], ["x", "y", "x"])).toBe(true);
  expect(haveSameSessions(["a", "b"], ["x", "x"])).toBe(false);
  expect(haveSameSessions(["a", "a"], ["x", "y"])).toBe(false);
});
