// A process with a hooks server: node (createHooksServer) or srvx (adapter-fetch), with templates, a
// transform, and some that hang, exit and start programs. Prints its port, and answers a message with its memory.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createHooksServer } from "@hookwright/adapter-node";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { createTransformLoader } from "@hookwright/transforms";
import { serve } from "srvx";

const [kind, PROGRAM_SECONDS] = process.argv.slice(2);
const token = "a-token-of-at-least-24-letters";
const MODULES = {
  "ordinary.js": "export default ({ payload }) => ({ message: `Job ${payload.id}` });",
  "hangs.js": "export default () => { while (true); };",
  "exits.js": "export default () => process.exit(1);",
  // The program has every descriptor of the worker, the pipe to the server too.
  "spawns.js": `
    import { spawn } from "node:child_process";
    const stdio = ["inherit", "inherit", "inherit", 3];
    export default ({ payload }) => {
      spawn("sleep", ["${PROGRAM_SECONDS}"], { stdio }).unref();
      if (payload.exit) process.exit(1);
      return payload.hang ? new Promise(() => undefined) : { message: "Job" };
    };`,
};

const dir = mkdtempSync(join(tmpdir(), "hookwright-soak-"));
mkdirSync(join(dir, "hooks/transforms"), { recursive: true });
for (const [name, text] of Object.entries(MODULES)) {
  writeFileSync(join(dir, "hooks/transforms", name), text);
}
const config = {
  hooks: {
    enabled: true,
    token,
    maxBodyBytes: 65_536,
    mappings: [
      { match: { path: "plain" }, messageTemplate: "Job {{id}}" },
      { match: { path: "ordinary" }, transform: { module: "ordinary.js" } },
      ...["hangs", "exits", "spawns"].map((path) => ({
        match: { path },
        transform: { module: `${path}.js`, timeoutMs: 1_000 },
      })),
    ],
  },
};
const loader = createTransformLoader({ configFile: join(dir, "hooks.json5"), output: "ignore" });
const { transforms, problems } = await loader.load(config, { secrets: () => undefined });
if (problems.length > 0) throw new Error(JSON.stringify(problems));
const ingress = createIngress({
  hooks: compileHooks(config, { transforms }),
  // The answer repeats text of its request, so that an answer to another request is noticed.
  dispatch: async ({ untrustedText }) => ({ runId: /\d+/.exec(untrustedText)?.[0] ?? "none" }),
});

const residentMb = () => Math.round(process.memoryUsage().rss / 1024 / 1024);
const port =
  kind === "srvx" ? await listenWithSrvx() : (await createHooksServer({ ingress }).listen()).port;
const quietMb = residentMb();
process.on("message", () => process.send?.({ residentMb: residentMb(), quietMb }));
process.on("disconnect", async () => {
  await loader.close(0);
  rmSync(dir, { recursive: true });
  process.exit();
});
process.send?.({ port, token });

async function listenWithSrvx() {
  const handler = createFetchHandler(ingress);
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    silent: true,
    fetch: async (request) =>
      (await handler(request, { remoteAddress: request.ip })) ??
      new Response("not ours", { status: 404 }),
  });
  await server.ready();
  return Number(new URL(String(server.url)).port);
}
