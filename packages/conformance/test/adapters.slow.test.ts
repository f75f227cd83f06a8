// Every HTTP case of the contract on every target but the direct one, which direct.test.ts has.
import { expect, test } from "vitest";
import { allCases } from "../src/cases/index.ts";
import { runCase, runCases } from "../src/run-cases.ts";
import { alwaysOkServer } from "./targets/always-ok.ts";
import { fetchServer } from "./targets/fetch.ts";
import { expressApp, hooksServer, nodeHttp } from "./targets/node.ts";
import { runtimeServers } from "./targets/runtime.ts";

for (const target of [nodeHttp, hooksServer, expressApp, fetchServer, ...runtimeServers]) {
  runCases(target, allCases);
}

test("allCases have unique names", () => {
  const names = allCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("runCase() fails every case on a target that answers 200 to everything", {
  timeout: 300_000,
}, async () => {
  const survivors: string[] = [];
  for (const testCase of allCases) {
    const hasPassed = await runCase(testCase, alwaysOkServer).then(
      () => true,
      () => false,
    );
    if (hasPassed) survivors.push(testCase.name);
  }
  expect(survivors).toEqual([]);
});
