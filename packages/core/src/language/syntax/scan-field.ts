// A tag that is nothing but a field, as most are → its node, without the grammar; undefined for others.
//
// Why: the grammar would take three quarters of the time in which a large config is compiled. Where
// there is any doubt about what a tag means, the grammar decides; the tests compare both.
import type { MustacheNode, PathNode } from "./syntax-tree.ts";

/** `user.name`, `messages[0].from`, `list.0`. */
export const PLAIN_PATH: RegExp = /[A-Za-z_][\w-]*(?:\.(?:\d+(?![\w-])|[A-Za-z_][\w-]*)|\[\d+\])*/;

const FIELD = new RegExp(String.raw`\{\{\s*(${PLAIN_PATH.source})\s*\}\}`, "y");

/** Words that mean something to the grammar. */
const RESERVED = /(?:^|\.)(?:this|else|true|false|null|undefined)\b/;

export function scanField(source: string, start: number): MustacheNode | undefined {
  FIELD.lastIndex = start;
  const path = FIELD.exec(source)?.[1];
  if (path === undefined || isReserved(path)) return undefined;
  const end = FIELD.lastIndex;
  const type = "MustacheStatement";
  return { type, path: plainPath(path, source.indexOf(path, start)), params: [], start, end };
}

export function isReserved(path: string): boolean {
  return RESERVED.test(path);
}

/** The node of a path that is plain and not reserved. */
export function plainPath(path: string, start: number): PathNode {
  const parts = path.match(/[\w-]+/g) as readonly string[];
  const original = parts.length === 1 ? path : parts.join(".");
  return { type: "PathExpression", data: false, depth: 0, parts, original, start };
}
