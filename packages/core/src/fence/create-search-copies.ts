// A text → the copies in which markers are looked for: as a reader sees it, escapes decoded, and without comments of HTML.
import { INVISIBLE, visitClasses } from "./character-classes.ts";
import { CHARACTERS_BY_C1, CHARACTERS_BY_NAME, STYLED_LETTER } from "./character-references.ts";
import { copyOf, type Edit, type EditedCopy, editCopy } from "./edits.ts";
import { isInvisible } from "./look-alikes.ts";

/** `&lt;`, `&#60;`, `&#x3c;`, `&amp;lt;`; `%3c`, `%253c`; `\u003c`, `\u{3c}`, `\x3c`. */
const ESCAPE = new RegExp(
  [
    String.raw`&(?:amp;?|#0{0,9}38;?|#x0{0,9}26;?)*(?:#(\d{1,12});?|#x([\da-f]{1,12});?|`,
    String.raw`([a-z][a-z\d]{1,23});|(lt|gt|amp|nbsp|shy|[lr]aquo))|%(?:25)*([0-7][\da-f])`,
    String.raw`|\\(?:u([\da-f]{4})|u\{([\da-f]{1,8})\}|x([\da-f]{2}))`,
  ].join(""),
  "gi",
);

export function createSearchCopies(text: string, classes: number): readonly EditedCopy[] {
  const visible = editCopy(copyOf(text), (classes & INVISIBLE) === 0 ? [] : findInvisible(text));
  const decoded = editCopy(visible, findEscapes(visible.text));
  const comments = findComments(decoded.text);
  // Both, because a marker may stand in a comment, or have comments between its letters.
  return comments.length === 0 ? [decoded] : [decoded, editCopy(decoded, comments)];
}

/** One edit for each run of invisible characters. */
function findInvisible(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let from = 0;
  let to = -1;
  const finish = () => {
    if (to > from) edits.push({ start: from, end: to, replacement: "" });
  };
  visitClasses(text, (start, end, found) => {
    if (found !== INVISIBLE) return;
    if (start !== to) {
      finish();
      from = start;
    }
    to = end;
  });
  finish();
  return edits;
}

/** What HTML, URLs and JSON spell with other characters. */
function findEscapes(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(ESCAPE)) {
    const { 0: spelled, index: start } = match;
    const replacement = decode(match);
    if (replacement === undefined) continue;
    edits.push({ start, end: start + spelled.length, replacement });
  }
  return edits;
}

function decode(groups: RegExpExecArray): string | undefined {
  const name = groups[3] ?? groups[4];
  if (name !== undefined) return characterFromName(name.toLowerCase());
  const decimal = groups[1];
  const hexadecimal = groups[2] ?? groups[5] ?? groups[6] ?? groups[7] ?? groups[8];
  return characterFromCode(
    decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal),
  );
}

function characterFromName(name: string): string | undefined {
  return CHARACTERS_BY_NAME.get(name) ?? STYLED_LETTER.exec(name)?.[1];
}

function characterFromCode(code: number): string | undefined {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return CHARACTERS_BY_C1.get(code) ?? (isInvisible(code) ? "" : String.fromCodePoint(code));
}

/** Also `<!-->`, which browsers take for a whole comment. What never ends is text. */
function findComments(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let start = text.indexOf("<!--"); start >= 0; ) {
    const close = text.indexOf("-->", start + 2);
    if (close < 0) break;
    const end = close + 3;
    edits.push({ start, end, replacement: "" });
    start = text.indexOf("<!--", end);
  }
  return edits;
}
