// A consumer of the tarballs: imports each entry, compiles a config, and starts a server.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createHooksServer } from "@hookwright/adapter-node";
import { loadHooks } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { compileTemplate } from "@hookwright/core/template";
import { createTransformLoader } from "@hookwright/transforms";

const template = compileTemplate("{{#each list}}{{this}},{{/each}}");
assert.ok(template.ok);

const token = "a-long-random-text-of-your-own";
const mappings = [{ match: { path: "ci" }, messageTemplate: "{{#if red}}red{{/if}} {{job}}" }];
const hooks = compileHooks({ hooks: { enabled: true, token, mappings } });
const actions = [];
const ingress = createIngress({ hooks, dispatch: (action) => void actions.push(action) });

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
