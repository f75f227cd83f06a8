// An HTTP API in JSON for this machine: `@hookwright/node-kit/json-api`.
export type { Refusal } from "./check-request.ts";
export {
  API_HEADERS,
  createJsonApi,
  createToken,
  type JsonAnswer,
  type JsonCall,
  type JsonRoute,
  STREAMED,
} from "./create-json-api.ts";
export { type InputOf, type InputRules, readInput } from "./read-input.ts";
