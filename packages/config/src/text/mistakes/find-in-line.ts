// A line of YAML that the parser refuses → the mistake in it that people make, if it is one of them.
import type { TextSpan } from "@hookwright/core";
import type { YamlMistake } from "./yaml-sentences.ts";

export interface FoundInLine {
  readonly mistake: YamlMistake;
  /** Within the line. */
  readonly span: TextSpan;
}

/** What stands before the value; a key without quotes ends at the first colon, with the blanks in front of it. */
const LINE =
  /^(?<before>[ \t]*(?:- +)*(?:(?:"[^"]*" *|'[^']*' *|[^\s"'#{[][^:#]*):[ \t]+)?)(?<value>[\s\S]*)$/;

export function findInLine(line: string): FoundInLine | undefined {
  const [, before = "", value = ""] = LINE.exec(line.trimEnd()) as RegExpExecArray;
  const tabs = /^ *(\t+)/.exec(line);
  if (tabs !== null) {
    const end = tabs[0].length;
    return { mistake: "tab", span: { start: end - (tabs[1] as string).length, end } };
  }
  const found = before.includes(":") ? undefined : findInKey(value);
  const { mistake, at, length } = found ?? findInValue(value) ?? {};
  if (mistake === undefined) return undefined;
  const start = before.length + (at ?? 0);
  return { mistake, span: { start, end: start + (length ?? value.length) } };
}

interface FoundInValue {
  readonly mistake: YamlMistake;
  /** Default: all of it. */
  readonly at?: number;
  readonly length?: number;
}

/** A line without a key, or whose key is not written as one. */
function findInKey(text: string): FoundInValue | undefined {
  if (text.startsWith("//")) return { mistake: "slashComment" };
  const glued = /^[\w.-]+:(?=[^\s/])/.exec(text);
  if (glued !== null) return { mistake: "spaceMissing", at: glued[0].length - 1, length: 1 };
  const equals = /^[\w.-]+ *=/.exec(text);
  return (equals && { mistake: "equalsSign", at: equals[0].length - 1, length: 1 }) || undefined;
}

const QUOTED = /^(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')(?=\s*[^\s#])/;

const FIRST_CHARACTERS: readonly (readonly [pattern: RegExp, mistake: YamlMistake])[] = [
  [/^\{\{/, "templateWithoutQuotes"],
  [/^!/, "tag"],
  [/^\*/, "alias"],
  [/^[%@`,]|^\? /, "reserved"],
  [/^- /, "listOnLine"],
  [/^[[{]/, "bracketAtStart"],
  [/^[^"'#&]*:(?: |$)/, "colonInValue"],
];

function findInValue(value: string): FoundInValue | undefined {
  const quoted = QUOTED.exec(value)?.[0];
  if (quoted !== undefined) {
    const isGlued = /\w/.test(value[quoted.length] as string);
    const mistake = isGlued ? "quoteInside" : "textBehindQuote";
    return { mistake, at: quoted.length, length: value.length - quoted.length };
  }
  const block = /^[|>][\d+-]*\s+(?=[^#\s])/.exec(value)?.[0];
  if (block !== undefined) {
    return { mistake: "textBehindBlock", at: block.length, length: value.length - block.length };
  }
  const found = FIRST_CHARACTERS.find(([pattern]) => pattern.test(value));
  return found && { mistake: found[1] };
}
