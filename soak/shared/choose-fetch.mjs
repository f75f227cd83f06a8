// The name of a fetch handler → that of Hookwright, or a bare one.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createSoakIngress } from "./ingress.mjs";

/** `bare` reads the body, keeps nothing of it, and answers: its memory is that of the runtime. */
export function chooseFetch(name) {
  return name === "bare" ? answerBare : createOurs();
}

function createOurs() {
  const handler = createFetchHandler(createSoakIngress());
  return async (request) => (await handler(request)) ?? new Response(null, { status: 404 });
}

async function answerBare(request) {
  const reader = request.body?.getReader();
  while (reader !== undefined && !(await reader.read()).done);
  return new Response("{}");
}
