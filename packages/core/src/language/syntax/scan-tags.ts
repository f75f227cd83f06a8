// Template source → its tags, in order. Follows the lexer of Handlebars in what counts as a tag.
import { findClose } from "./find-close.ts";
import { scanComment, scanRawBlock } from "./scan-verbatim.ts";
import type { Tag, TagKind } from "./tag.ts";

export function scanTags(source: string): readonly Tag[] {
  const tags: Tag[] = [];
  let from = 0;
  for (;;) {
    const start = source.indexOf("{{", from);
    if (start === -1) return tags;
    if (isEscaped(source, start)) {
      from = start + 2;
      continue;
    }
    const tag = scanTag(source, start);
    tags.push(tag);
    from = tag.end;
  }
}

/** `\{{` is literal text, `\\{{` is a backslash before a tag. */
function isEscaped(source: string, start: number): boolean {
  return source[start - 1] === "\\" && source[start - 2] !== "\\";
}

function scanTag(source: string, start: number): Tag {
  if (source.startsWith("{{{{", start)) return scanRawBlock(source, start);
  const afterBraces = source[start + 2] === "~" ? start + 3 : start + 2;
  if (source[afterBraces] === "!") return scanComment(source, start, afterBraces);
  const sigil = readSigil(source.slice(afterBraces, afterBraces + 2));
  const innerStart = afterBraces + sigil.length;
  const close = findClose(source, { start, innerStart, isTriple: sigil === "{" });
  const inner = source.slice(innerStart, close.start);
  return { kind: kindOfTag(sigil, inner), start, end: close.end, innerStart, inner };
}

function readSigil(text: string): string {
  return /^(?:#[>*]?|[/^>&*{])/.exec(text)?.[0] ?? "";
}

function kindOfTag(sigil: string, inner: string): TagKind {
  switch (sigil[0]) {
    case "#":
      return "open";
    case "/":
      return "close";
    case ">":
      return "partial";
    case "^":
      return inner.trim() === "" ? "else" : "inverse";
    case undefined:
      return /^\s*else(?:\s|$)/.test(inner) ? "else" : "value";
    default:
      return "value";
  }
}
