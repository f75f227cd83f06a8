// Template source → its text, fields and other tags, in order. Follows the lexer of Handlebars in what
// counts as a tag.
import { scanField } from "./scan-field.ts";
import { scanTag } from "./scan-tag.ts";
import type { ContentNode, MustacheNode } from "./syntax-tree.ts";
import type { Tag } from "./tag.ts";

export type Token = Tag | ContentNode | MustacheNode;

export function scanTemplate(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  const addText = (end: number) => {
    if (end > from) tokens.push({ type: "ContentStatement", value: source.slice(from, end) });
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
