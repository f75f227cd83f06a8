// Next, App Router: one route handler for all names below /hooks.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { compileExampleHooks, createExampleIngress } from "../../../../ingress.mjs";

// `next build` imports this file where no secret is set, so the first request compiles the config.
let compiled;
const hooks = () => {
  compiled ??= compileExampleHooks(process.env.HOOK_TOKEN);
  return compiled;
};
const handler = createFetchHandler(createExampleIngress({ hooks }));

// Next tells no address of the client. A proxy does, by a header that it sets on every request: `x-real-ip` on Vercel
// and in most set-ups of nginx. Without a proxy name none, because anybody can write a header.
const addressHeader = process.env.CLIENT_ADDRESS_HEADER;
const addressOf = (request) =>
  addressHeader === undefined ? undefined : (request.headers.get(addressHeader) ?? undefined);

const answer = async (request) =>
  (await handler(request, { remoteAddress: addressOf(request) })) ??
  new Response(null, { status: 404 });

// Also GET, so that it is the hooks that answer 405.
export { answer as GET, answer as POST };
