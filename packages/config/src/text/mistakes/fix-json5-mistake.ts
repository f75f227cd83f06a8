// A mistake in a text of JSON5 → what mends it, where that is known.
import type { TextSpan } from "@hookwright/core";
import { quoteEdits } from "../../fix/write-value.ts";
import type { SyntaxFix } from "../syntax-node.ts";
import type { Json5Mistake } from "./json5-sentences.ts";

export function fixJson5Mistake(
  mistake: Json5Mistake,
  span: TextSpan,
  source: string,
): SyntaxFix | undefined {
  return FIXERS.get(mistake)?.(span, source);
}

type Fixer = (span: TextSpan, source: string) => SyntaxFix | undefined;

/** Opening and closing ones of one kind: which of them stands where depends on the language. */
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

/** Both quotes of a text in one line that is followed by what follows a key or a value. */
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
