// {{ne a b}}: whether two values differ.
import type { ValueHelper } from "../../render/helper.ts";
import { areEqual } from "./are-equal.ts";

/**
 * `{{ne a b}}`: whether two values differ, that is, do not render the same text.
 *
 * @example
 * {"state": "failed"}
 * {{#if (ne state "passed")}}Look at it: {{state}}{{/if}}
 * → Look at it: failed
 */
export const neHelper: ValueHelper = {
  kind: "value",
  name: "ne",
  arity: [2, 2],
  hash: [],
  call: (args, _hash, frame) => !areEqual(args, frame),
};
