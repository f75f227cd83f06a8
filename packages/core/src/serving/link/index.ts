// A plan and the ports of the runtime → what serves requests.
export { checkPlaceholder } from "./check-placeholder.ts";
export {
  type EndpointPlan,
  type EndpointPorts,
  type EndpointsPlan,
  linkEndpoints,
} from "./link-endpoints.ts";
