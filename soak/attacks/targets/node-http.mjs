// The node handler on a bare node:http server.
import { createServer } from "node:http";
import { createNodeHandler } from "@hookwright/adapter-node";
import { announce, createSoakIngress } from "../../shared/ingress.mjs";

const handler = createNodeHandler(createSoakIngress());
const server = createServer(async (request, response) => {
  if (!(await handler(request, response))) response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => announce(server.address().port));
