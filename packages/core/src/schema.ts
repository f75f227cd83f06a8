// What editors and generators import from @hookwright/core/schema.
export { hooksSchema } from "./generated/hooks-schema.ts";
