// Cloudflare Workers: the third argument reaches dispatch, for work that goes on after the answer.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createExampleIngress } from "../ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

// biome-ignore lint/style/noDefaultExport: Workers ask for it.
export default {
  async fetch(request, _env, worker) {
    const remoteAddress = request.headers.get("cf-connecting-ip") ?? undefined;
    const answer = await hooks(request, { remoteAddress, context: worker });
    if (answer !== undefined) return answer;
    const isHealth = new URL(request.url).pathname === "/health";
    return isHealth ? new Response("ok") : new Response(null, { status: 404 });
  },
};
