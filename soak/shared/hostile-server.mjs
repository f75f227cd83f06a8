// A hooks server with the hostile modules of the tests and an ordinary one.
import { fileURLToPath } from "node:url";
import { createHooksServer } from "@hookwright/adapter-node";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { createTransformLoader } from "@hookwright/transforms";

export const HOSTILE = [
  "infinite-loop.js",
  "never-settles.js",
  "allocates.js",
  "returns.js",
  "throws.js",
  "exits.js",
  "timers.js",
  "patches-globals.js",
  "mutates.js",
  "writes-to-server.js",
];

const token = "a-token-of-at-least-24-letters";

export async function startHostileServer() {
  const transformsDir = fileURLToPath(
    new URL("../../packages/transforms/test/modules/hostile", import.meta.url),
  );
  const mappings = [
    { match: { path: "plain" }, messageTemplate: "plain {{id}}" },
    ...["ordinary.js", ...HOSTILE].map((module) => ({
      match: { path: module },
      transform: { module, timeoutMs: 3_000 },
    })),
  ];
  const config = { hooks: { enabled: true, token, mappings, transformsDir } };
  const loader = createTransformLoader({
    configFile: "hooks.json5",
    output: "ignore",
    warn: () => undefined,
  });
  const { transforms, problems } = await loader.load(config, { secrets: () => undefined });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const ingress = createIngress({
    hooks: compileHooks(config, { transforms }),
    // The answer repeats text of its request, so that an answer to another request is noticed.
    dispatch: ({ untrustedText }) => ({ runId: /\d+/.exec(untrustedText)?.[0] ?? "none" }),
  });
  const { port } = await createHooksServer({ ingress }).listen();
  return { port, token, loader };
}
