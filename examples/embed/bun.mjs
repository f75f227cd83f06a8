// Bun.serve: the server knows the address of the client.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

Bun.serve({
  port: Number(process.env.PORT ?? 8787),
  hostname: "127.0.0.1",
  fetch: async (request, server) => {
    const remoteAddress = server.requestIP(request)?.address;
    const answer = await hooks(request, { remoteAddress });
    if (answer !== undefined) return answer;
    const isHealth = new URL(request.url).pathname === "/health";
    return isHealth ? new Response("ok") : new Response(null, { status: 404 });
  },
});
