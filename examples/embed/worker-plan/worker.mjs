// Cloudflare Workers: serves a plan of `hookwright build`, and bundles nothing that reads configs.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createIngress } from "@hookwright/core/ingress";
import { link, problemToText, readPlan } from "@hookwright/core/runtime";
import plan from "./plan.json";

// One for each isolate. Secrets come with a request, so the first one makes the handler.
let handler;

async function createHandler(env) {
  const read = await readPlan(plan);
  const secrets = (reference) => ("env" in reference ? env[reference.env] : undefined);
  const linked = read.ok ? link(read.plan, { secrets }) : read;
  if (!linked.ok) throw new Error(linked.problems.map(problemToText).join("\n"));
  for (const problem of read.problems) console.warn(problemToText(problem));
  return createFetchHandler(
    createIngress({
      hooks: linked.hooks,
      dispatch: ({ untrustedText }, { runId, mappingId }) =>
        console.log(JSON.stringify({ runId, mappingId, untrustedText })),
      warn: (message) => console.warn(message),
    }),
  );
}

// biome-ignore lint/style/noDefaultExport: Workers ask for it.
export default {
  async fetch(request, env, worker) {
    const { pathname } = new URL(request.url);
    if (pathname === "/health") return new Response("ok");
    handler ??= createHandler(env);
    try {
      const remoteAddress = request.headers.get("cf-connecting-ip") ?? undefined;
      const answer = await (await handler)(request, { remoteAddress, context: worker });
      return answer ?? new Response(null, { status: 404 });
    } catch (error) {
      // A plan that cannot be served: the log says why, and the sender tries again.
      console.error(error.message);
      return new Response(null, { status: 500 });
    }
  },
};
