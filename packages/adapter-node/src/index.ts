// The exports of @hookwright/adapter-node.

export {
  createHooksServer,
  type HooksServer,
  type HooksServerOptions,
  type ListenAddress,
} from "./create-hooks-server.ts";
export {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
} from "./create-node-handler.ts";
export type { NodeRequest } from "./node-request.ts";
