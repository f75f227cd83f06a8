// Next, App Router: one route handler for all names below /hooks.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createExampleIngress } from "../../../../ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

const answer = async (request) => (await hooks(request)) ?? new Response(null, { status: 404 });

// Also GET, so that it is the hooks that answer 405.
export { answer as GET, answer as POST };
