// What integrators import from @hookwright/adapter-node.
export {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
} from "./request/create-node-handler.ts";
export type { NodeRequest } from "./request/node-request.ts";
export {
  createHooksServer,
  type HooksServer,
  type HooksServerOptions,
  type ListenAddress,
} from "./server/create-hooks-server.ts";
