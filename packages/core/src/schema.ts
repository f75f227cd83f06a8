// What editors and generators import from @hookwright/core/schema.
export { hooksSchema } from "./authoring/generated/hooks-schema.ts";
