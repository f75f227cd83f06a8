// {{lookup object key}}: the own property whose name another value gives.
import { readOwn, readPayload } from "@hookwright/base";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{lookup object key}}`: the property of an object, or the element of a list, whose name or index is
 * another value.
 *
 * @example
 * {"status": "ok", "signs": {"ok": "green", "bad": "red"}}
 * {{lookup signs status}}
 * → green
 */
export const lookupHelper: ValueHelper = {
  kind: "value",
  name: "lookup",
  arity: [2, 2],
  hash: [],
  // As in Handlebars, the result for a falsy value is the value itself.
  call: ([object, key], _hash, frame) =>
    object ? readOwn(object, textFromArgument(key, frame)) : object,
  callWithPayload: ([, key], _hash, frame) =>
    readPayload(frame.scope.payload, [textFromArgument(key, frame)]),
};
