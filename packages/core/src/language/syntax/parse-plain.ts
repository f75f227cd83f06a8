// A template of fields only, as most are → its syntax tree, without the grammar; undefined for any other.
//
// Why: the grammar's parser would take three quarters of the time in which a large config is compiled.
// Where there is any doubt about what a tag means, the grammar decides; the tests compare both.

import type { ParsedSource } from "../compile/compile-state.ts";
import type { MustacheNode, StatementNode } from "./syntax-tree.ts";

/** `{{ user.name }}`, `{{messages[0].from}}`, `{{list.0}}`. */
const FIELD =
  /\{\{[ \t]*([A-Za-z_][\w-]*(?:\.(?:\d+(?![\w-])|[A-Za-z_][\w-]*)|\[\d+\])*)[ \t]*\}\}/y;

/** Words that mean something to the grammar. */
const RESERVED = /(?:^|\.)(?:this|else|true|false|null|undefined)\b/;

export function parsePlain(source: string, partial?: string): ParsedSource | undefined {
  // The grammar cannot read it, and says so.
  if (source.includes("\0")) return undefined;
  const body: StatementNode[] = [];
  let from = 0;
  for (let start = source.indexOf("{{"); start !== -1; start = source.indexOf("{{", from)) {
    FIELD.lastIndex = start;
    const path = FIELD.exec(source)?.[1];
    const end = FIELD.lastIndex;
    // A backslash escapes a tag; what ends in three braces has a meaning of its own.
    const isDoubtful = source[start - 1] === "\\" || source[end] === "}";
    if (path === undefined || isDoubtful || RESERVED.test(path)) return undefined;
    if (start > from) body.push(contentFrom(source, from, start));
    body.push(fieldFrom(path, start, source.indexOf(path, start)));
    from = end;
  }
  if (from < source.length) body.push(contentFrom(source, from, source.length));
  return {
    source,
    program: { type: "Program", body },
    offsetOf: ({ loc }) => loc.start.column,
    tagOf: ({ loc: { start } }) =>
      source.slice(start.column, source.indexOf("}}", start.column) + 2),
    ...(partial !== undefined && { partial }),
  };
}

function contentFrom(source: string, start: number, end: number): StatementNode {
  return { type: "ContentStatement", value: source.slice(start, end), loc: locate(start) };
}

function fieldFrom(path: string, start: number, pathStart: number): MustacheNode {
  const parts = path.match(/[\w-]+/g) as readonly string[];
  const original = parts.join(".");
  return {
    type: "MustacheStatement",
    path: {
      type: "PathExpression",
      data: false,
      depth: 0,
      parts,
      original,
      loc: locate(pathStart),
    },
    params: [],
    loc: locate(start),
  };
}

/** As if the text was one line: only this parse reads it. */
function locate(offset: number): MustacheNode["loc"] {
  return { start: { line: 1, column: offset } };
}
