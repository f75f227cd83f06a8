// Every HTTP case of the contract, against every adapter, over real sockets and with bare Requests.
import { expect, test } from "vitest";
import { allCases } from "../src/cases/index.ts";
import { runCase, runCases } from "../src/run-cases.ts";
import { agreeableServer } from "./hosts/agreeable.ts";
import { directFetch } from "./hosts/direct-fetch.ts";
import { fetchServer } from "./hosts/fetch.ts";
import { expressApp, hooksServer, nodeHttp } from "./hosts/node.ts";
import { runtimeServers } from "./hosts/runtime.ts";

for (const host of [
  nodeHttp,
  hooksServer,
  expressApp,
  fetchServer,
  directFetch,
  ...runtimeServers,
]) {
  runCases(host, allCases);
}

test("allCases have names of their own", () => {
  const names = allCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("runCase() fails every case against a server that agrees with everything", {
  timeout: 30_000,
}, async () => {
  const survivors: string[] = [];
  for (const one of allCases) {
    const hasPassed = await runCase(one, agreeableServer).then(
      () => true,
      () => false,
    );
    if (hasPassed) survivors.push(one.name);
  }
  expect(survivors).toEqual([]);
});
