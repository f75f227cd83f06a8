// @ts-check
// node:http: the handler says whether a request was for the hooks.
import { createServer } from "node:http";
import { createNodeHandler } from "@hookwright/adapter-node";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createNodeHandler(createExampleIngress());

const server = createServer(async (request, response) => {
  if (await hooks(request, response)) return;
  if (request.url === "/health") response.end("ok");
  else response.writeHead(404).end();
});
// Asks for a body only when the token is right.
server.on("checkContinue", hooks);
server.listen(Number(process.env.PORT ?? 8787), "127.0.0.1");
