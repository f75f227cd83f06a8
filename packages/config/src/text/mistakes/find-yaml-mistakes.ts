// The errors of the YAML parser → the mistakes behind them, each once, with its position and how to correct it.

import type { TextSpan } from "@hookwright/core";
import { type Document, isCollection, isScalar, type Node, type Range, visit } from "yaml";
import { applyEdits } from "../../edit/text-edit.ts";
import { quoteEdits } from "../../fix/write-value.ts";
import { MAX_PROBLEMS } from "../../report/limit-problems.ts";
import { countUpTo, listLineStarts } from "../position.ts";
import type { ParseResult, SyntaxFix } from "../syntax-node.ts";
import { findBareBraces } from "./find-bare-braces.ts";

interface YamlError {
  readonly code: string;
  readonly pos: readonly [number, number];
}

interface Found {
  readonly mistake: YamlMistake;
  readonly span: TextSpan;
}

/** The reported mistakes, and the number of further ones. */
type YamlMistakes = Required<Omit<ParseResult & { readonly ok: false }, "ok">>;

/** Results that many errors need and that are computed once. */
interface Context {
  readonly source: string;
  /** Without its line end. */
  readonly lineAt: (offset: number) => TextSpan;
  readonly isInFlow: (offset: number) => boolean;
  /**
   * Errors outside of brackets that were already seen: another of the same kind on the same line is the same mistake.
   */
  readonly seen: Set<string>;
}

/**
 * The parser's messages quote the text, which may hold a secret; its codes do not. There may be an error for each
 * character, so none of them may cost a walk through the text, or through its line.
 */
export function findYamlMistakes(
  document: Document,
  source: string,
  parse: (source: string) => Document,
): YamlMistakes {
  const bare = findBareBraces(source);
  if (bare.length === 0) return findMistakes(document, source);
  // Further mistakes are found in the text with quotes added, where these values are not brackets.
  const edits = bare.flatMap((span) => quoteEdits(span, source));
  const quoted = applyEdits(source, edits);
  const others = findMistakes(parse(quoted), quoted);
  const quotedAt = edits.map(({ start }, index) => start + index);
  const toOriginal = (at: number): number => at - countUpTo(quotedAt, at - 1);
  const found = bareMistakes(bare, source);
  const moved = others.errors.map((error) => moveMistake(error, toOriginal));
  const errors = [...found, ...moved].slice(0, MAX_PROBLEMS);
  const total = found.length + moved.length + others.furtherProblems;
  return { errors, furtherProblems: total - errors.length };
}

/** One mistake for each line, with the fix of all its values. */
function bareMistakes(bare: readonly TextSpan[], source: string): YamlMistakes["errors"] {
  const lineAt = createLineFinder(source);
  const lines = new Map<TextSpan, TextSpan[]>();
  for (const span of bare) {
    const line = lineAt(span.start);
    const spans = lines.get(line);
    // All of them may be on one line, so the line is not copied for each.
    if (spans === undefined) lines.set(line, [span]);
    else spans.push(span);
  }
  return [...lines.values()].map((spans) => ({
    ...YAML_SENTENCES.bareBraces,
    span: spans[0] as TextSpan,
    fix: {
      title: "Put quotes around the whole value",
      safe: true,
      edits: spans.flatMap((span) => quoteEdits(span, source)),
    },
  }));
}

function moveMistake(
  { span, fix, ...rest }: YamlMistakes["errors"][number],
  toOriginal: (offset: number) => number,
): YamlMistakes["errors"][number] {
  const move = <Span extends TextSpan>(moved: Span): Span => ({
    ...moved,
    start: toOriginal(moved.start),
    end: toOriginal(moved.end),
  });
  return {
    ...rest,
    span: move(span),
    ...(fix && { fix: { ...fix, edits: fix.edits.map(move) } }),
  };
}

function findMistakes(document: Document, source: string): YamlMistakes {
  const all: readonly YamlError[] = [...document.errors, ...document.warnings];
  const flows: TextSpan[] = [];
  let open: Found | undefined;
  visit(document, {
    Node(_key, node) {
      if (isCollection(node) && node.flow === true && !isWithin(spanOf(node), flows.at(-1)))
        flows.push(spanOf(node));
      const mistake = open === undefined ? findUnclosed(node, source) : undefined;
      if (mistake !== undefined) open = { mistake, span: firstLine(spanOf(node), source) };
    },
  });
  const end = open?.span.start ?? Number.POSITIVE_INFINITY;
  const starts = flows.map(({ start }) => start);
  const context: Context = {
    source,
    lineAt: createLineFinder(source),
    isInFlow: (at) => isWithin({ start: at, end: at + 1 }, flows[countUpTo(starts, at - 1) - 1]),
    seen: new Set(),
  };
  const found = all
    .filter(({ pos }) => pos[0] < end)
    .flatMap((error) => findMistake(error, context) ?? []);
  return onePerLine(open === undefined ? found : [...found, open], context);
}

/** Nested brackets are visited after those around them. */
function isWithin({ start, end }: TextSpan, outer: TextSpan | undefined): boolean {
  return outer !== undefined && outer.start <= start && end <= outer.end;
}

function createLineFinder(source: string): Context["lineAt"] {
  const starts = listLineStarts(source);
  const lines = starts.map((start, index) => {
    const next = starts[index + 1] ?? source.length + 1;
    return { start, end: source[next - 2] === "\r" ? next - 2 : next - 1 };
  });
  return (offset) => lines[countUpTo(starts, offset) - 1] as TextSpan;
}

/** Errors after a wrong indentation are often caused by it. */
const CASCADING: ReadonlySet<YamlMistake> = new Set([
  "indentation",
  "deeperLine",
  "blockIndentation",
]);

function onePerLine(all: readonly Found[], { source, lineAt }: Context): YamlMistakes {
  const lines = new Set<TextSpan>();
  let hasIndentation = false;
  const reported = all.filter(({ mistake, span }) => {
    const line = lineAt(span.start);
    const isEcho = hasIndentation && (CASCADING.has(mistake) || mistake === "unexpected");
    if (lines.has(line) || isEcho) return false;
    lines.add(line);
    hasIndentation ||= CASCADING.has(mistake) || mistake === "operatorKey";
    return true;
  });
  const errors = reported.slice(0, MAX_PROBLEMS).map(({ mistake, span }) => {
    const fix = fixYamlMistake(mistake, span, source);
    const { message, hint } = YAML_SENTENCES[mistake];
    // Of the text, only an operator is quoted.
    const shown = hint.replace("<operator>", () => source.slice(span.start, span.end));
    return { message, hint: shown, span, ...(fix !== undefined && { fix }) };
  });
  return { errors, furtherProblems: reported.length - errors.length };
}

function spanOf({ range }: Node): TextSpan {
  const [start, end] = range as Range;
  return { start, end };
}

function findUnclosed(node: unknown, source: string): YamlMistake | undefined {
  if (isCollection(node) && node.flow === true) {
    const { start, end } = spanOf(node);
    const closing = source[start] === "{" ? "}" : "]";
    return source[end - 1] === closing ? undefined : "bracketOpen";
  }
  if (!isScalar(node) || !node.type?.startsWith("QUOTE")) return undefined;
  const { start, end } = spanOf(node as Node);
  return end - start > 1 && source[end - 1] === source[start] ? undefined : "quoteOpen";
}

function firstLine({ start, end }: TextSpan, source: string): TextSpan {
  const [line = ""] = source.slice(start, end).split(/\r?\n/, 1);
  return { start, end: start + line.trimEnd().length };
}

const BY_CODE: ReadonlyMap<string, YamlMistake> = new Map([
  ["MULTIPLE_DOCS", "documents"],
  ["BAD_DQ_ESCAPE", "escape"],
]);

/** Within brackets, these errors come from a missing comma between two entries. */
const IN_FLOW: ReadonlySet<string> = new Set(["MISSING_CHAR", "UNEXPECTED_TOKEN", "BLOCK_IN_FLOW"]);

/** Characters that no value within brackets can begin with. The value ends at the next mark, not with its line. */
const MARKED_IN_FLOW: ReadonlyMap<string, YamlMistake> = new Map([
  ["BAD_ALIAS", "alias"],
  ["TAG_RESOLVE_FAILED", "tag"],
  ["BAD_SCALAR_START", "reserved"],
]);

function findEntry(start: number, source: string): TextSpan {
  const [entry] = /^[^,[\]{}\r\n]*/.exec(
    source.slice(start, start + MAX_KEY_LENGTH),
  ) as RegExpExecArray;
  return { start, end: start + Math.max(1, entry.trimEnd().length) };
}

/** Returns undefined if the same mistake was reported for this line. */
function findMistake({ code, pos }: YamlError, context: Context): Found | undefined {
  const { source, lineAt, isInFlow, seen } = context;
  const [start, end] = pos;
  const operator = findOperator(source, start);
  if (operator !== undefined) return { mistake: "operatorKey", span: operator };
  const mistake = BY_CODE.get(code);
  if (mistake !== undefined) {
    const whole = mistake === "escape" ? { start, end: start + 2 } : { start, end };
    return { mistake, span: firstLine(whole, source) };
  }
  const marked = isInFlow(start) ? MARKED_IN_FLOW.get(code) : undefined;
  if (marked !== undefined && /[!*@`%]/.test(source[start] as string)) {
    return { mistake: marked, span: findEntry(start, source) };
  }
  if (IN_FLOW.has(code) && isInFlow(start)) {
    const at = source.slice(0, start).trimEnd().length;
    const isPair = code === "BLOCK_IN_FLOW";
    const span = isPair ? firstLine({ start, end }, source) : { start: at, end: at };
    return { mistake: "commaMissing", span };
  }
  const line = lineAt(start);
  const key = `${code} ${line.start}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  const text = source.slice(line.start, line.end);
  const found = findInLine(text);
  if (found !== undefined) return { mistake: found.mistake, span: shift(found.span, line.start) };
  return findIndentation({ code, start, line: text, lineStart: line.start }, context);
}

/** An operator of a condition as a key: `!` begins a tag of YAML, `>` a block, `*` an alias. */
const OPERATOR_KEY =
  /(?<=(?:^|\n)[ \t]*(?:- +)*|[{,][ \t]*)(?:!==|!!|!=|!|>=|>|\*|%)(?=:(?:\s|$))/y;

/** The error is in the operator, at its colon, or after it. */
function findOperator(source: string, error: number): TextSpan | undefined {
  for (let start = Math.max(0, error - 5); start <= error; start += 1) {
    OPERATOR_KEY.lastIndex = start;
    const [operator] = OPERATOR_KEY.exec(source) ?? [];
    if (operator === undefined) continue;
    const end = start + operator.length;
    if (error <= end + 2) return { start, end };
  }
  return undefined;
}

function shift({ start, end }: TextSpan, by: number): TextSpan {
  return { start: start + by, end: end + by };
}

interface ErrorLine {
  readonly code: string;
  readonly start: number;
  readonly line: string;
  readonly lineStart: number;
}

const KEY = /^\s*(?:- +)*[\w."'-]+ *:(?:\s|$)/;

const BLOCK_HEADER = /(?:[:-] +|^ *)[|>][\d+-]*\s*$/;

function findIndentation(
  { code, start, line, lineStart }: ErrorLine,
  { source, lineAt }: Context,
): Found {
  const span = (text: string, offset: number): TextSpan => {
    const indent = text.length - text.trimStart().length;
    return { start: offset + indent, end: offset + Math.max(indent, text.trimEnd().length) };
  };
  if (code === "BLOCK_AS_IMPLICIT_KEY" || code === "MULTILINE_IMPLICIT_KEY") {
    const rest = source.slice(lineStart + line.length);
    const below = rest.trimStart();
    const next = below.split("\n", 1).join();
    if (KEY.test(line) && KEY.test(next)) {
      const offset = lineStart + line.length + rest.length - below.length;
      return { mistake: "deeperLine", span: span(next, offset) };
    }
  }
  const above = source.slice(0, lineStart).trimEnd().length;
  const previous = source.slice(lineAt(above).start, above);
  if (BLOCK_HEADER.test(previous)) {
    return { mistake: "blockIndentation", span: span(line, lineStart) };
  }
  const dash = /^ *-(?=[A-Za-z]\w*:(?:\s|$))/.exec(previous)?.[0].length;
  if (dash !== undefined) {
    const at = lineAt(above).start + dash;
    return { mistake: "dashGlued", span: { start: at, end: at } };
  }
  if (code === "BAD_INDENT" || KEY.test(line)) {
    return { mistake: "indentation", span: span(line, lineStart) };
  }
  const isWord = code === "MISSING_CHAR" || code === "MULTILINE_IMPLICIT_KEY";
  if (isWord && /\w/.test(line)) return { mistake: "colonMissing", span: span(line, lineStart) };
  return { mistake: "unexpected", span: { start, end: start } };
}

interface FoundInLine {
  readonly mistake: YamlMistake;
  /** Within the line. */
  readonly span: TextSpan;
}

/** The text before the value; a key without quotes ends at the first colon, with the blanks before it. */
const LINE =
  /^(?<before>[ \t]*(?:- +)*(?:(?:"[^"]*" *|'[^']*' *|[^\s"'#{[][^:#]*):[ \t]+)?)(?<value>[\s\S]*)$/;

/** A line of YAML that the parser refuses → the common mistake in it, if there is one. */
function findInLine(line: string): FoundInLine | undefined {
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
  /** Default: the whole line. */
  readonly at?: number;
  readonly length?: number;
}

/** A line without a key, or with a key in an unusual form. */
function findInKey(text: string): FoundInValue | undefined {
  if (text.startsWith("//")) return { mistake: "slashComment" };
  const glued = /^[\w.-]+:(?=[^\s/])/.exec(text);
  if (glued !== null) return { mistake: "spaceMissing", at: glued[0].length - 1, length: 1 };
  const equals = /^[\w.-]+ *=/.exec(text);
  return (equals && { mistake: "equalsSign", at: equals[0].length - 1, length: 1 }) || undefined;
}

/** A comma at the end of an entry, as in JSON. */
const WITH_COMMA =
  /^(?:\{(?:[^{}]|\{[^{}]*\})*\}|\[[^[\]]*\]|"(?:\\.|[^"\\])*"|'(?:''|[^'])*')(?=,$)/;

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
  const whole = WITH_COMMA.exec(value)?.[0].length;
  if (whole !== undefined) return { mistake: "commaBehind", at: whole, length: 1 };
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

/** A mistake in a text of YAML → its fix, if it is known. */
function fixYamlMistake(
  mistake: YamlMistake,
  span: TextSpan,
  source: string,
): SyntaxFix | undefined {
  if (mistake === "commaMissing") return addComma(span, source);
  if (mistake === "commaBehind") {
    return { title: "Remove the comma", safe: true, edits: [{ ...span, text: "" }] };
  }
  if (mistake === "dashGlued") {
    const { start } = span;
    return { title: "Add a space", safe: true, edits: [{ start, end: start, text: " " }] };
  }
  if (mistake === "operatorKey") {
    const edits = quoteEdits(span, source);
    return { title: "Put quotes around the operator", safe: true, edits };
  }
  return IN_QUOTES.get(mistake)?.test(source.slice(span.start, span.end))
    ? addQuotes(span, source)
    : undefined;
}

/** Between two entries; elsewhere the position of the comma is not known. */
function addComma({ start, end }: TextSpan, source: string): SyntaxFix | undefined {
  if (start !== end) return undefined;
  return { title: "Add a comma", safe: isEntry(source, start), edits: [{ start, end, text: "," }] };
}

/** Whether another entry follows: elsewhere a comma may cut a text in two, which would only make the file parse. */
function isEntry(source: string, at: number): boolean {
  const after = source.slice(at, at + MAX_KEY_LENGTH).trimStart();
  if (/^(?:[\w.-]+|"[^"\n]*"|'[^'\n]*')[ \t]*:(?=\s|["'{[])/.test(after)) return true;
  return /["'\]}]/.test(source[at - 1] as string) && /^["'{[]/.test(after);
}

const MAX_KEY_LENGTH = 300;

/** Mistakes whose span is the rest of the line, and a test for values that are text. */
const IN_QUOTES: ReadonlyMap<YamlMistake, RegExp> = new Map([
  ["templateWithoutQuotes", /^/],
  ["colonInValue", /^/],
  // Other systems use tags to name a secret or another file.
  ["tag", /^!(?!!|(?:env|envvar|secret|include|file|ref|vault|sops|getatt|sub)\b)/i],
  ["alias", /^/],
  ["reserved", /^/],
  ["bracketAtStart", /^(?:\[[^[\]]*\]|\{[^{}]*\}) +\w/],
]);

function addQuotes({ start, end }: TextSpan, source: string): SyntaxFix | undefined {
  const line = source.slice(start, end);
  const comment = findComment(line);
  // The part after # may be meant as text if it continues like text.
  if (!/^(?:\s+# [^{}]*)?$/.test(line.slice(comment)) || goesOn(source, start, end))
    return undefined;
  const edits = quoteEdits({ start, end: start + comment }, source);
  return { title: "Put quotes around the whole value", safe: true, edits };
}

/** The start of the blanks before a comment, or the end of the line. */
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

/** The message and hint of each mistake. No message quotes the text. */
const YAML_SENTENCES = {
  templateWithoutQuotes: {
    message: "YAML reads a value that begins with {{ as braces, not as text.",
    hint: 'If it is a template, put quotes around the whole value: "{{…}}".',
  },
  bareBraces: {
    message: "${…} and {{…}} within braces or brackets need quotes in YAML.",
    hint: 'Put quotes around the whole value: "${…}".',
  },
  colonInValue: {
    message: "A colon and a space within a value begin another key in YAML.",
    hint: "If the colon is part of the text, put quotes around the whole value.",
  },
  tag: {
    message:
      "An exclamation mark at the start of a value is a YAML tag, and this tag is not known.",
    hint: 'If it is text, put quotes around the whole value. A secret in the environment is written as { env: "NAME" }.',
  },
  operatorKey: {
    message: "YAML reads this operator as syntax, not as a key.",
    hint: 'Put quotes around the operator: "<operator>": …',
  },
  alias: {
    message: "An asterisk at the start of a value is a YAML alias, which refers to an anchor.",
    hint: "If it is text, put quotes around the whole value.",
  },
  reserved: {
    message: "A text without quotes cannot begin with this character in YAML.",
    hint: "If it is text, put quotes around the whole value.",
  },
  bracketAtStart: {
    message:
      "YAML reads a value that begins with a bracket as a list or an object, and more follows.",
    hint: "If it is text, put quotes around the whole value.",
  },
  textBehindQuote: {
    message: "The quotes end here, and more text follows.",
    hint: "Put the quotes around the whole value, and use the other kind of quotes within it.",
  },
  quoteInside: {
    message: "A quote within the text ends it here, and more follows.",
    hint: "Put the other kind of quotes around the whole value, or write '' for ' within single quotes and \\\" for \" within double quotes.",
  },
  textBehindBlock: {
    message: "Text follows | or > on the same line.",
    hint: "Begin the text on the next line, indented deeper than the key; or put quotes around the whole value.",
  },
  blockIndentation: {
    message: "The indentation of this text is not deeper than that of its key.",
    hint: "Indent all lines of the text by two spaces more than the key.",
  },
  listOnLine: {
    message: "A list cannot begin on the line of its key.",
    hint: 'Write each "- …" on a line of its own below the key, or write [a, b]; if it is text, put quotes around the whole value.',
  },
  tab: {
    message: "A tab is used for indentation.",
    hint: "Indent with spaces: YAML allows no tabs there.",
  },
  documents: {
    message: 'There is more than one YAML document: "---" begins another one.',
    hint: 'Remove the line "---" and what follows, or the line alone if all of it is one config.',
  },
  escape: {
    message: "This escape is not known in double quotes.",
    hint: "Write \\\\ for a backslash, or put single quotes around the text.",
  },
  quoteOpen: {
    message: "A quote is missing: the text that begins here is never closed.",
    hint: "Add the same quote at its end.",
  },
  bracketOpen: {
    message: "A bracket is missing: the one that opens here is never closed.",
    hint: "Add } for {, or ] for [; if it is text, put quotes around the whole value.",
  },
  commaBehind: {
    message: "A comma follows the value: in YAML, only entries within brackets end with one.",
    hint: "Remove the comma.",
  },
  dashGlued: {
    message: "A space is missing after the dash of this list entry.",
    hint: "Write - key: value, with a space after the dash.",
  },
  commaMissing: {
    message: "A comma is missing between two entries within brackets.",
    hint: "Write a comma between them.",
  },
  colonMissing: {
    message: "A colon is missing after this key.",
    hint: "Write key: value, with a space after the colon.",
  },
  spaceMissing: {
    message: "A space is missing after the colon.",
    hint: "Write key: value, with a space after the colon.",
  },
  equalsSign: {
    message: "Key and value are separated by a colon, not by an equals sign.",
    hint: "Write key: value.",
  },
  slashComment: {
    message: "A comment does not begin with // in YAML.",
    hint: "Write # before the comment.",
  },
  deeperLine: {
    message:
      "The indentation does not fit: this key is deeper than the key above it, which has a value already.",
    hint: "Begin both in the same column. If this line belongs to the text above, put quotes around the whole text, or write it as a block: key: |.",
  },
  indentation: {
    message: "The indentation does not fit the lines around it.",
    hint: "Begin all keys of one object in the same column.",
  },
  unexpected: {
    message: "The config is not valid YAML: unexpected text here.",
    hint: "Look at the indentation, and put quotes around texts that have : # { [ or quotes in them.",
  },
} as const;

type YamlMistake = keyof typeof YAML_SENTENCES;
