// Nitro (and Nuxt): a middleware; `fromNodeMiddleware` goes on where a request is not for the hooks.
import { createNodeHandler } from "@hookwright/adapter-node";
import { fromNodeMiddleware } from "h3";
import { createExampleIngress } from "../../ingress.mjs";

// biome-ignore lint/style/noDefaultExport: Nitro asks for it.
export default fromNodeMiddleware(createNodeHandler(createExampleIngress()));
