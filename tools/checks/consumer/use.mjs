// A consumer of the tarballs: imports each entry, compiles a config, and starts a server.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createHooksServer } from "@hookwright/adapter-node";
import { loadHooks } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { fenceText } from "@hookwright/core/fence";
import { createIngress } from "@hookwright/core/ingress";
import { problemToText } from "@hookwright/core/problems";
import { hooksSchema } from "@hookwright/core/schema";
import { defineTransform } from "@hookwright/core/transform";
import { createHost, createHostParts } from "@hookwright/host";
import { PROVIDERS } from "@hookwright/signatures";
import { createMetrics, createTracing } from "@hookwright/telemetry";
import { compileTemplate } from "@hookwright/template";
import { event, expectAction } from "@hookwright/testing";
import { testConfig } from "@hookwright/testing/files";
import { createTransformLoader } from "@hookwright/transforms";

const template = compileTemplate("{{#each list}}{{this}},{{/each}}");
assert.ok(template.ok);

assert.ok(PROVIDERS.some(({ id }) => id === "github"));
const transform = defineTransform(() => null);
assert.equal(transform({}, {}), null);
assert.match(fenceText("<<<END>>>", { id: "1", source: "a test" }), /Source: a test/);
const problem = { code: "invalid_value", severity: "error", path: ["hooks"], message: "Wrong." };
assert.equal(problemToText(problem), "hooks: Wrong.");
const schemaFile = new URL(import.meta.resolve("@hookwright/core/hooks.schema.json"));
assert.deepEqual(JSON.parse(readFileSync(schemaFile, "utf8")).$defs, hooksSchema.$defs);

const token = "a-long-random-text-of-your-own";
const mappings = [{ match: { path: "ci" }, messageTemplate: "{{#if red}}red{{/if}} {{job}}" }];
const hooks = compileHooks({ hooks: { enabled: true, token, mappings } });
const red = event("ci", { payload: { job: "tests", red: true } });
expectAction(await hooks.explain(red)).toMatch({ text: "red tests" });
assert.equal(typeof testConfig, "function");
const actions = [];
const ingress = createIngress({ hooks, dispatch: (action) => void actions.push(action) });

assert.equal(typeof createMetrics, "function");
assert.equal(typeof createTracing, "function");

const request = (url) =>
  new Request(`${url}/hooks/ci`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: '{"job":"tests","red":true}',
  });
const answer = await createFetchHandler(ingress)(request("http://localhost"));
assert.equal(answer?.status, 202);
const server = createHooksServer({ ingress });
const { url } = await server.listen();
assert.equal((await fetch(request(url))).status, 202);
await server.close();
assert.match(actions[1].message, /red tests/);

const folder = mkdtempSync(join(tmpdir(), "hookwright-consumer-"));
writeFileSync(
  join(folder, "hooks.yaml"),
  "hooks:\n  mappings:\n    - match: { path: a }\n      messageTemplate: x\n",
);
const loaded = await loadHooks(join(folder, "hooks.yaml"), { createTransformLoader });
assert.ok(loaded.ok, JSON.stringify(loaded.problems));

const stateFolder = join(folder, "state");
const parts = await createHostParts(
  { host: { runner: { http: { baseUrl: "http://127.0.0.1:1/v1" } } } },
  { stateFolder },
);
assert.ok(parts.ok, JSON.stringify(parts.problems));
const created = await createHost({ ...parts.parts, stateFolder });
assert.ok(created.ok, JSON.stringify(created.problem));
const { host } = created;
const hosted = createFetchHandler(createIngress({ hooks, dispatch: host.dispatch }));
assert.equal((await hosted(request("http://localhost")))?.status, 202);
assert.equal((await host.runs.list()).items.length, 1);
await host.stop();
rmSync(folder, { recursive: true });
