// Deno.serve: the second argument knows the address of the client.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

Deno.serve(
  { port: Number(Deno.env.get("PORT") ?? 8787), hostname: "127.0.0.1" },
  async (request, { remoteAddr }) => {
    const answer = await hooks(request, { remoteAddress: remoteAddr.hostname });
    if (answer !== undefined) return answer;
    const isHealth = new URL(request.url).pathname === "/health";
    return isHealth ? new Response("ok") : new Response(null, { status: 404 });
  },
);
