// A text that is not valid JSON5 → its first mistake, with its position and how to correct it.
import type { TextSpan } from "@hookwright/core";
import { quoteEdits } from "../../fix/write-value.ts";
import type { SyntaxFix, SyntaxProblem } from "../syntax-node.ts";
import { type Json5Token, scanJson5 } from "./scan-json5.ts";

/** The message and hint of each mistake that people make in JSON and JSON5. No message quotes the text. */
const JSON5_SENTENCES = {
  empty: {
    message: "The config is empty.",
    hint: "Write { hooks: { enabled: true, … } }.",
  },
  outerBraces: {
    message: "A JSON config is an object and begins with a brace.",
    hint: "Put { before and } after the whole text. If it is YAML, the name of the file must end in .yaml.",
  },
  bracketOpen: {
    message: "The config ends too early: this bracket is never closed.",
    hint: "Add the bracket that closes it: } for {, ] for [.",
  },
  bracketWrong: {
    message: "This bracket does not match the last open bracket.",
    hint: "Write } to close {, and ] to close [; look for a missing closing bracket before it.",
  },
  bracketStray: {
    message: "This bracket closes nothing.",
    hint: "Remove it, or look for an extra closing bracket before it.",
  },
  stringOpen: {
    message: "The quoted text that begins here is never closed.",
    hint: 'Add the same quote at its end. A line break within a text is written as \\n, and a quote as \\".',
  },
  quoteInside: {
    message: "A quote within the text ends it here, and more follows.",
    hint: "Write a backslash before a quote within a text, or put the other kind of quotes around the whole text.",
  },
  commentOpen: {
    message: "The comment that begins here is never closed.",
    hint: "Add */ at its end.",
  },
  typographicQuote: {
    message:
      "This is a typographic quote, as word processors make it; it cannot begin or end a text.",
    hint: 'Write straight quotes: " at both ends.',
  },
  backtick: {
    message: "A text cannot be in backticks.",
    hint: 'Write " at both ends, and \\n for a line break.',
  },
  templateWithoutQuotes: {
    message: "A template without quotes is read as brackets.",
    hint: 'Put quotes around the whole value: "{{…}}".',
  },
  textWithoutQuotes: {
    message: "A text needs quotes.",
    hint: 'Put " before and after it. Only numbers, true, false and null have no quotes.',
  },
  booleanSpelling: {
    message: "This is not a JSON value.",
    hint: "Write true, false or null, in small letters.",
  },
  numberSpelling: {
    message: "This is not a valid JSON number.",
    hint: "Write digits alone, without leading zeros, underscores or units; or put quotes around it if it is a text.",
  },
  keyWithoutQuotes: {
    message:
      "This key needs quotes, because it has characters other than letters, digits, _ and $.",
    hint: 'Put quotes around the key: "x-event": ….',
  },
  keyMissing: {
    message: "A key is expected here.",
    hint: 'Write "key": value, with a comma between two of them.',
  },
  colonMissing: {
    message: "A colon is missing between the key and its value.",
    hint: 'Write a colon behind the key: "key": value.',
  },
  equalsSign: {
    message: "Key and value are separated by a colon, not by an equals sign.",
    hint: "Write : in place of =.",
  },
  valueMissing: {
    message: "A value is missing here.",
    hint: 'Write the value, such as "text", true or 1, or remove the key.',
  },
  commaMissing: {
    message: "A comma is missing here.",
    hint: "Write a comma between two entries.",
  },
  commaTwice: {
    message: "There is an extra comma.",
    hint: "Remove it.",
  },
  semicolon: {
    message: "Entries are separated by commas, not by semicolons.",
    hint: "Write , in place of ;.",
  },
  joinedTexts: {
    message: "Texts cannot be joined with +.",
    hint: "Write one text.",
  },
  hashComment: {
    message: "A comment does not begin with # in JSON5.",
    hint: "Write // before the comment. If the file is YAML, its name must end in .yaml.",
  },
  escape: {
    message: "This escape is not complete.",
    hint: "Write \\u and four hexadecimal digits, or \\\\ for a backslash.",
  },
  textBehind: {
    message: "The config ends before this, but more text follows.",
    hint: "Remove what follows, or look for an extra closing bracket before it.",
  },
  unexpected: {
    message: "The config is not valid JSON5: unexpected text here.",
    hint: "Look for a missing comma, colon, quote or bracket at or just before this position.",
  },
} as const;

type Json5Mistake = keyof typeof JSON5_SENTENCES;

/** `fallback` is where the parser stopped. */
export function findJson5Mistake(source: string, fallback: number): SyntaxProblem {
  const { mistake, span } = walk(scanJson5(source), source) ?? {
    mistake: "unexpected",
    span: { start: Math.min(fallback, source.length), end: Math.min(fallback, source.length) },
  };
  const { start, end } = span;
  const fix = fixJson5Mistake(mistake, { start, end }, source);
  return {
    ...JSON5_SENTENCES[mistake],
    span: { start, end },
    ...(fix !== undefined && { fix }),
  };
}

interface Found {
  readonly mistake: Json5Mistake;
  readonly span: TextSpan;
}

type Expected = "value" | "first value" | "key" | "colon" | "end of entry";

function walk(all: Iterable<Json5Token>, source: string): Found | undefined {
  const open: Json5Token[] = [];
  let expected: Expected = "value";
  let previous: Json5Token | undefined;
  for (const token of all) {
    const operator = expected === "key" ? findOperatorKey(token, source) : undefined;
    const found =
      operator ?? findInToken(token) ?? findUnexpected(token, { expected, previous, open });
    if (found !== undefined) return found;
    if (token.kind === "comment") continue;
    expected = advance(token, expected, open);
    previous = token;
  }
  const last = open.at(-1);
  if (last !== undefined) return { mistake: "bracketOpen", span: last };
  const end = source.trimEnd().length;
  return previous === undefined ? { mistake: "empty", span: { start: end, end } } : undefined;
}

function advance(token: Json5Token, expected: Expected, open: Json5Token[]): Expected {
  if (token.text === "{" || token.text === "[") {
    open.push(token);
    return token.text === "{" ? "key" : "first value";
  }
  if (token.text === "}" || token.text === "]") {
    open.pop();
    return "end of entry";
  }
  if (token.text === ":") return "value";
  if (token.text === ",") return open.at(-1)?.text === "{" ? "key" : "first value";
  return expected === "key" ? "colon" : "end of entry";
}

/** An operator of a condition as a key: `==:`. */
const OPERATOR_KEY = /(?:===?|!==?|!!?|[<>]=?|[*%])(?=\s*:)/y;

function findOperatorKey({ kind, start }: Json5Token, source: string): Found | undefined {
  OPERATOR_KEY.lastIndex = start;
  if (kind !== "other" || !OPERATOR_KEY.test(source)) return undefined;
  return { mistake: "keyWithoutQuotes", span: { start, end: OPERATOR_KEY.lastIndex } };
}

const BROKEN_ESCAPE = /\\(?:u(?![\dA-Fa-f]{4})|x(?![\dA-Fa-f]{2}))[\dA-Fa-f]*/;

/** Mistakes that do not depend on the position of the token. */
function findInToken(token: Json5Token): Found | undefined {
  const { kind, text, start, isClosed } = token;
  if (!isClosed) return { mistake: kind === "string" ? "stringOpen" : "commentOpen", span: token };
  if (kind === "other") return { mistake: OTHER.get(text) ?? "unexpected", span: token };
  const broken = kind === "string" ? BROKEN_ESCAPE.exec(text) : null;
  if (broken === null) return undefined;
  const at = start + broken.index;
  return { mistake: "escape", span: { start: at, end: at + broken[0].length } };
}

const OTHER: ReadonlyMap<string, Json5Mistake> = new Map([
  ...[..."“”„‟‘’‚‛«»"].map((quote) => [quote, "typographicQuote"] as const),
  ["`", "backtick"],
  ["=", "equalsSign"],
  [";", "semicolon"],
  ["#", "hashComment"],
]);

interface Context {
  readonly expected: Expected;
  readonly previous: Json5Token | undefined;
  readonly open: readonly Json5Token[];
}

function findUnexpected(token: Json5Token, context: Context): Found | undefined {
  if (token.kind === "comment") return undefined;
  const mistake = CHECKS[context.expected](token, context);
  if (mistake === undefined) return undefined;
  const { previous } = context;
  // A missing token is reported after the token before it.
  if (mistake === "commaMissing" || mistake === "colonMissing") {
    const end = previous?.end as number;
    return { mistake, span: { start: end, end } };
  }
  if (mistake !== "templateWithoutQuotes") return { mistake, span: token };
  return { mistake, span: { start: token.start - 1, end: token.end } };
}

type Check = (token: Json5Token, context: Context) => Json5Mistake | undefined;

const NUMBER =
  /^[+-]?(?:0x[\da-f]+|(?:0|[1-9]\d*)(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|Infinity|NaN)$/i;

const WORD = /^(?:true|false|null)$/;

const BOOLEAN_LIKE = /^(?:true|false|null|none|nil|undefined|yes|no|on|off)$/i;

const checkValue: Check = ({ kind, text }, { open }) => {
  if (kind === "string" || text === "{" || text === "[") return undefined;
  if (kind !== "word") return "valueMissing";
  if (NUMBER.test(text) || WORD.test(text)) return undefined;
  if (BOOLEAN_LIKE.test(text)) return "booleanSpelling";
  if (open.length === 0) return "outerBraces";
  return /^[+-]?\d/.test(text) ? "numberSpelling" : "textWithoutQuotes";
};

const CHECKS: Readonly<Record<Expected, Check>> = {
  value: checkValue,
  "first value": (token, context) => {
    if (token.text === "]") return undefined;
    if (token.text === ",") return "commaTwice";
    return token.text === "}" ? "bracketWrong" : checkValue(token, context);
  },
  key: ({ kind, text, start }, { previous }) => {
    if (kind === "string" || text === "}") return undefined;
    if (text === "{") return previous?.end === start ? "templateWithoutQuotes" : "keyMissing";
    if (kind === "word") return /[+.-]|^\d/.test(text) ? "keyWithoutQuotes" : undefined;
    if (text === "]") return "bracketWrong";
    return text === "," ? "commaTwice" : "keyMissing";
  },
  colon: ({ text }) => (text === ":" ? undefined : "colonMissing"),
  "end of entry": (token, { previous, open }) => {
    const { kind, text, start } = token;
    const last = open.at(-1)?.text;
    if (last === undefined) return /^[}\]]$/.test(text) ? "bracketStray" : "textBehind";
    if (text === ",") return undefined;
    if (text === "}" || text === "]") {
      return (text === "}") === (last === "{") ? undefined : "bracketWrong";
    }
    if (text === "+") return "joinedTexts";
    const isGlued = previous?.kind === "string" && previous.end === start && kind === "word";
    return isGlued ? "quoteInside" : "commaMissing";
  },
};

/** A mistake in a text of JSON5 → its fix, if it is known. */
function fixJson5Mistake(
  mistake: Json5Mistake,
  span: TextSpan,
  source: string,
): SyntaxFix | undefined {
  return FIXERS.get(mistake)?.(span, source);
}

type Fixer = (span: TextSpan, source: string) => SyntaxFix | undefined;

/** Opening and closing typographic quotes: which one opens depends on the language. */
const TYPOGRAPHIC = ["“”„‟", "‘’‚‛", "«»"] as const;

const WORDS: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["yes", "true"],
  ["on", "true"],
  ["false", "false"],
  ["no", "false"],
  ["off", "false"],
  ["null", "null"],
  ["none", "null"],
  ["nil", "null"],
]);

const FIXERS: ReadonlyMap<Json5Mistake, Fixer> = new Map<Json5Mistake, Fixer>([
  ["commaMissing", (span) => replaceBy(",", span, "Add a comma")],
  [
    "semicolon",
    ({ start, end }, source) => {
      const isLast =
        source
          .slice(end)
          .replace(/\/\/.*/g, "")
          .trim() === "";
      return isLast
        ? replaceBy("", { start, end }, "Remove it")
        : replaceBy(",", { start, end }, "Write a comma");
    },
  ],
  ["typographicQuote", straighten],
  ["bracketStray", (span) => replaceBy("", span, "Remove it")],
  [
    "textBehind",
    ({ start }, source) => {
      const rest = source.slice(start).trimEnd();
      const fix = replaceBy("", { start, end: start + rest.length }, "Remove what follows the end");
      // Text with words may be a second config.
      return { ...fix, safe: !/\w/.test(rest) };
    },
  ],
  [
    "keyWithoutQuotes",
    (span, source) => ({
      title: "Put quotes around the key",
      safe: true,
      edits: quoteEdits(span, source),
    }),
  ],
  [
    "booleanSpelling",
    (span, source) => {
      const word = WORDS.get(source.slice(span.start, span.end).toLowerCase());
      return word === undefined ? undefined : replaceBy(word, span, `Write ${word}`);
    },
  ],
  ["hashComment", (span) => replaceBy("//", span, "Write // before the comment")],
]);

function replaceBy(text: string, { start, end }: TextSpan, title: string): SyntaxFix {
  return { title, safe: true, edits: [{ start, end, text }] };
}

/** Matches both quotes of a single-line string that is followed by the end of a key or a value. */
function straighten({ start, end }: TextSpan, source: string): SyntaxFix | undefined {
  const quotes = TYPOGRAPHIC.find((some) => some.includes(source.charAt(start))) as string;
  const text = new RegExp(`^([^"\\\\\n${quotes}]*)[${quotes}](?=\\s*(?:[:,}\\]]|$))`);
  const found = text.exec(source.slice(end));
  if (found === null) return undefined;
  const close = end + (found[1] as string).length;
  const edits = [
    { start, end, text: '"' },
    { start: close, end: close + 1, text: '"' },
  ];
  return { title: "Write straight quotes", safe: true, edits };
}
