// An ingress → a node:http server with our handler, which says of all else that it is not ours.
import type { Ingress } from "@hookwright/core/ingress";
import { type Served, serve } from "../../../../tools/test-support/serve.ts";
import { createNodeHandler, type NodeHandlerOptions } from "../../src/create-node-handler.ts";

export function serveHooks(ingress: Ingress, options?: NodeHandlerOptions): Promise<Served> {
  const handler = createNodeHandler(ingress, options);
  return serve(async (request, response) => {
    if (!(await handler(request, response))) response.writeHead(418).end("not ours");
  });
}
