// A mistake in a text of YAML → what mends it, where that is known.
import type { TextSpan } from "@hookwright/core";
import { quoteEdits } from "../../fix/write-value.ts";
import type { SyntaxFix } from "../syntax-node.ts";
import type { YamlMistake } from "./yaml-sentences.ts";

export function fixYamlMistake(
  mistake: YamlMistake,
  span: TextSpan,
  source: string,
): SyntaxFix | undefined {
  if (mistake === "commaMissing") return addComma(span);
  if (mistake === "operatorKey") {
    const edits = quoteEdits(span, source);
    return { title: "Put quotes around the operator", safe: true, edits };
  }
  return IN_QUOTES.get(mistake)?.test(source.slice(span.start, span.end))
    ? addQuotes(span, source)
    : undefined;
}

/** Between two entries; elsewhere the place of the comma is not known. */
function addComma({ start, end }: TextSpan): SyntaxFix | undefined {
  if (start !== end) return undefined;
  return { title: "Add a comma", safe: true, edits: [{ start, end, text: "," }] };
}

/** Mistakes whose span is the rest of the line, and which of these values are texts. */
const IN_QUOTES: ReadonlyMap<YamlMistake, RegExp> = new Map([
  ["templateWithoutQuotes", /^/],
  ["colonInValue", /^/],
  // Other systems have tags by which a file names a secret or another file.
  ["tag", /^!(?!!|(?:env|envvar|secret|include|file|ref|vault|sops|getatt|sub)\b)/i],
  ["alias", /^/],
  ["reserved", /^/],
  ["bracketAtStart", /^(?:\[[^[\]]*\]|\{[^{}]*\}) +\w/],
]);

function addQuotes({ start, end }: TextSpan, source: string): SyntaxFix | undefined {
  const line = source.slice(start, end);
  const comment = findComment(line);
  // What follows # may be meant as text where it goes on like one.
  if (!/^(?:\s+# [^{}]*)?$/.test(line.slice(comment)) || goesOn(source, start, end))
    return undefined;
  const edits = quoteEdits({ start, end: start + comment }, source);
  return { title: "Put quotes around the whole value", safe: true, edits };
}

/** Where the blanks in front of a comment begin, or the end of the line. */
function findComment(line: string): number {
  const at = /\s#/.exec(line)?.index;
  return at === undefined ? line.length : line.slice(0, at).trimEnd().length;
}

/** Whether the next line belongs to the same value: it is deeper than the key. */
function goesOn(source: string, start: number, end: number): boolean {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const [indent] = /^[ -]*/.exec(source.slice(lineStart, start)) as RegExpExecArray;
  const [, next = ""] = /^[^\n]*\n(?:[ \t\r]*\n)*( *)[^ \r\n]/.exec(source.slice(end)) ?? [];
  return next.length > indent.length;
}
