// The name of a fetch handler → ours, or a bare one that shows what the runtime itself holds.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createSoakIngress } from "./ingress.mjs";

/** `bare` reads the body, keeps nothing of it, and answers: what it takes is the runtime's. */
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
