// Template source → its text, fields and other tags, in order. Follows the lexer of Handlebars in what
// counts as a tag.

import type { LocatedText, MustacheNode, PathNode } from "../../serving/syntax-tree.ts";
import { unescapeForeign } from "./dialect.ts";
import { scanTag, type Tag } from "./scan-tag.ts";

/** A piece of a source: a tag, a text, or a tag that is nothing but a field. */
export type Token = Tag | LocatedText | MustacheNode;

/**
 * Where a tag cannot be read, it throws; `tokens` then has those before. Texts have their offsets only with
 * `locates`.
 */
export function scanTemplate(
  source: string,
  tokens: Token[] = [],
  locates = false,
): readonly Token[] {
  let from = 0;
  const addText = (end: number) => {
    const value = source.slice(from, end);
    const text = value.includes("\\") ? unescapeForeign(value) : value;
    if (text !== "") {
      const at = locates ? { start: from, end } : {};
      tokens.push({ type: "ContentStatement", value: text, ...at });
    }
    from = end;
  };
  for (let at = source.indexOf("{{"); at !== -1; at = source.indexOf("{{", from)) {
    if (source[at - 1] === "\\" && at > from) {
      // A second backslash escapes the first one, and not the tag.
      addText(at - 1);
      from = at;
      if (source[at - 2] !== "\\") {
        addText(endOfEscaped(source, at));
        continue;
      }
    } else addText(at);
    const token = scanField(source, at) ?? scanTag(source, at);
    tokens.push(token);
    from = token.end;
  }
  addText(source.length);
  return tokens;
}

/** `\{{` is literal text up to the next braces, with the backslashes before them. */
function endOfEscaped(source: string, start: number): number {
  const next = /\\{0,2}\{\{/g;
  next.lastIndex = start + 2;
  return next.exec(source)?.index ?? source.length;
}

/** `user.name`, `messages[0].from`, `list.0`. */
export const PLAIN_PATH: RegExp = /[A-Za-z_][\w-]*(?:\.(?:\d+(?![\w-])|[A-Za-z_][\w-]*)|\[\d+\])*/;

const FIELD = new RegExp(String.raw`\{\{\s*(${PLAIN_PATH.source})\s*\}\}`, "y");

/** Words that mean something to the grammar. */
const RESERVED = /(?:^|\.)(?:this|else|true|false|null|undefined)\b/;

/**
 * A tag that is nothing but a field, as most are; undefined for others.
 *
 * The grammar would take three quarters of the time in which a large config is compiled. Where there is
 * any doubt about what a tag means, the grammar decides; the tests compare both.
 */
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
