// An HTTP API in JSON for this machine: `@hookwright/node-kit/json-api`.
export { createChangeStream, type StreamReset } from "./change-stream.ts";
export type { Refusal } from "./check-request.ts";
export {
  createJsonApi,
  createToken,
  type JsonAnswer,
  type JsonCall,
  type JsonRoute,
} from "./create-json-api.ts";
export { type InputOf, type InputRules, readInput } from "./read-input.ts";
