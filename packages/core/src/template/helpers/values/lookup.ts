// {{lookup object key}}: the own property whose name another value gives.
import { readOwn } from "../../../data/read-own.ts";
import { textFromValue } from "../../../data/text-from-value.ts";
import type { ValueHelper } from "../../helper.ts";

export const lookupHelper: ValueHelper = {
  kind: "value",
  name: "lookup",
  arity: [2, 2],
  // Like Handlebars: what has no properties is given back as it is.
  call: ([object, key]) => (object ? readOwn(object, textFromValue(key)) : object),
};
