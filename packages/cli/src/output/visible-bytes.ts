// Bytes → one line that shows every one of them: control characters, and bytes that are not UTF-8.
import { visibleText } from "@hookwright/base";

/** Characters of the beginning and of the end that are shown. */
const MAX_START_CHARACTERS = 240;
const MAX_END_CHARACTERS = 120;

/** The middle of a long text is left out: both ends matter. */
export function visibleBytes(bytes: Uint8Array): string {
  const text = decode(bytes);
  const left = text.length - MAX_START_CHARACTERS - MAX_END_CHARACTERS;
  if (left <= 0) return show(text);
  const start = text.slice(0, MAX_START_CHARACTERS);
  const end = text.slice(-MAX_END_CHARACTERS);
  return `${show(start)} … (${left} characters) … ${show(end)}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function show(text: string): string {
  return visibleText(text.replace(/[\n\r\t]/g, (character) => ESCAPES[character] as string));
}

/** Keeps a byte order mark, which a decoder would drop. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const latin1 = Buffer.from(bytes).toString("latin1");
    return latin1.replace(
      /[\x80-\xff]/g,
      (character) => `\\x${character.charCodeAt(0).toString(16)}`,
    );
  }
}
