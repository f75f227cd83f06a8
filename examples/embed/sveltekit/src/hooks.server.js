// SvelteKit: the hook `handle` sees every request before it is routed.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createExampleIngress } from "../../ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

/** @type {import("@sveltejs/kit").Handle} */
export async function handle({ event, resolve }) {
  const remoteAddress = event.getClientAddress();
  return (await hooks(event.request, { remoteAddress })) ?? resolve(event);
}
