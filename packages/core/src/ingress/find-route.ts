// Gate 1: the request target → the name of the hook and the query, or undefined where it is not ours.

import { stripOuterSlashes } from "@hookwright/base";
import { isBuiltInRoute } from "../base/index.ts";

export interface Route {
  /**
   * What stands after the base path, without outer slashes. `/wake/` and `//wake` keep them, because the
   * built-in routes match exactly: a proxy may have rules for their paths.
   */
  readonly name: string;
  /** The query as sent, without its question mark. */
  readonly query: string;
}

/**
 * The target is compared as it was sent. Resolving `..` or percent-encoding first would let other
 * spellings of a path reach the hooks, past whatever rules a proxy has for them.
 */
export function findRoute(sent: string, basePath: string): Route | undefined {
  const target = toOriginForm(sent);
  if (!target.startsWith(basePath)) return undefined;
  const queryAt = target.indexOf("?");
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const rest = path.slice(basePath.length);
  if (rest !== "" && rest[0] !== "/") return undefined;
  return {
    name: nameOf(rest.slice(1)),
    query: queryAt === -1 ? "" : target.slice(queryAt + 1),
  };
}

function nameOf(rest: string): string {
  const name = stripOuterSlashes(rest);
  return isBuiltInRoute(name) ? rest : name;
}

/** `http://host/hooks/wake` → `/hooks/wake`: every server must serve both (RFC 9112, 3.2.2). */
function toOriginForm(target: string): string {
  return target[0] === "/" ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
}
