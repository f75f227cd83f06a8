// {{pluck list "a.b"}}: one field of each element.
import type { ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { listFromValue } from "../arguments/list-from-value.ts";

/**
 * `{{pluck list "a.b"}}`: the list of the values at a path of each element.
 *
 * A path is written as in an expression: `author.name`, `from[0].email`. An element without a value at
 * the path gives an empty element.
 *
 * @example
 * {"commits": [{"author": {"name": "Ann"}}, {"author": {"name": "Bob"}}]}
 * {{join (pluck commits "author.name")}}
 * → Ann, Bob
 *
 * @example
 * {"messages": [{"from": [{"email": "ann@example.org"}]}, {"from": [{"email": "bob@example.org"}]}]}
 * {{join (pluck messages "from[0].email")}}
 * → ann@example.org, bob@example.org
 */
export const pluckHelper: ValueHelper = {
  kind: "value",
  name: "pluck",
  arity: [2, 2],
  hash: [],
  call: ([list, path], _hash, frame) => listFromValue(list).map(createPathReader(path, frame)),
};
