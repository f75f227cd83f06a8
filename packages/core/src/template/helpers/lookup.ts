// {{lookup object key}}: the own property whose name another value gives.
import { readOwn } from "../../data/read-own.ts";
import { textFromValue } from "../../data/text-from-value.ts";
import type { ValueHelper } from "../helper.ts";

export const lookupHelper: ValueHelper = {
  kind: "value",
  name: "lookup",
  arity: [2, 2],
  call: ([object, key]) => readOwn(object, textFromValue(key)),
};
