// Cloudflare Workers: secrets come with a request, so the first one makes the handler.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { compileExampleHooks, createExampleIngress } from "../ingress.mjs";

// One for each isolate: Cloudflare starts several, each of which remembers repeats for itself.
let handler;

function createHandler(env) {
  let compiled;
  const hooks = () => {
    compiled ??= compileExampleHooks(env.HOOK_TOKEN);
    return compiled;
  };
  return createFetchHandler(createExampleIngress({ hooks }));
}

// biome-ignore lint/style/noDefaultExport: Workers ask for it.
export default {
  async fetch(request, env, worker) {
    handler ??= createHandler(env);
    const remoteAddress = request.headers.get("cf-connecting-ip") ?? undefined;
    // The third argument reaches dispatch, for work that goes on after the answer.
    const answer = await handler(request, { remoteAddress, context: worker });
    if (answer !== undefined) return answer;
    const isHealth = new URL(request.url).pathname === "/health";
    return isHealth ? new Response("ok") : new Response(null, { status: 404 });
  },
};
