// What makes a plan of an `auth` and knows the vendors: `@hookwright/signatures/plan`.
export { PROVIDERS } from "./authoring/providers/index.ts";
