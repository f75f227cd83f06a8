// A text → how many start and end markers a lenient reader sees in it. Shares no code with the fence.
import { HOMOGLYPHS } from "./homoglyphs.ts";

export interface MarkerCount {
  readonly start: number;
  readonly end: number;
}

/** What shows as nothing, with controls but for line breaks and tabs, and marks that sit on a letter. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}\u2800]|(?![\n\r\t])\p{Cc}/gu;

const BRACKET_AS_TEXT = /&lt;?|&#0*60;?|&#x0*3c;?|%3c/gi;

const MARKER = /<\s*(end[\s_-]*)?untrusted[\s_-]*webhook[\s_-]*content/g;

export function countMarkers(text: string): MarkerCount {
  const markers = [...fold(text).matchAll(MARKER)];
  const end = markers.filter(([, isEnd]) => isEnd !== undefined).length;
  return { start: markers.length - end, end };
}

/** Decomposed, so that a mark on a letter can be taken off. */
function fold(text: string): string {
  const decomposed = text.replace(BRACKET_AS_TEXT, "<").normalize("NFKD");
  const visible = decomposed.replace(INVISIBLE, "").toLowerCase();
  return [...visible].map((letter) => LATIN.get(letter) ?? letter).join("");
}

const LATIN: ReadonlyMap<string, string> = new Map(
  [...HOMOGLYPHS].flatMap(([latin, others]) =>
    [...others.toLowerCase()].map((other) => [other, latin] as const),
  ),
);
