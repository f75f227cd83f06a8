// Generators of text that a reader takes for a marker of the fence.
import fc from "fast-check";
import { HOMOGLYPHS } from "./homoglyphs.ts";

/** Every character that Unicode itself folds to a letter or bracket of the markers. */
const FOLDED = collectFolded("<_abcdehkonrstuw");

/** What shows as nothing: zero-width, joiners, marks, fillers, tags, selectors, controls. */
const invisible = fc.constantFrom(
  ...["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u061c", "\u115f"],
  ...["\u3164", "\uffa0", "\u180e", "\u2800", "\u0301", "\u20dd", "\ufe0f", "\u202e", "\u2066"],
  ...["\u{e0041}", "\u{e0100}", "\u0000", "\u0008", "\u001b", "\u007f", "\u0085"],
);

const brackets = fc
  .array(
    fc.constantFrom(
      ...["<", "<", "<", "&lt;", "&LT;", "&lt", "&#60;", "&#060;", "&#x3c;", "&#X3C;", "%3c"],
      ...(FOLDED.get("<") ?? []),
      ...(HOMOGLYPHS.get("<") ?? ""),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((drawn) => drawn.join(""));

const invisibleRuns = fc
  .array(invisible, { minLength: 1, maxLength: 20 })
  .map((run) => run.join(""));

const spaces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("", " ", "\n") },
  { weight: 1, arbitrary: invisibleRuns },
);

const gaps = fc.oneof(
  { weight: 4, arbitrary: fc.constant("_") },
  { weight: 1, arbitrary: fc.constantFrom(" ", "-", "", "__", " _ ", "\n") },
  { weight: 1, arbitrary: fc.constantFrom(...(FOLDED.get("_") ?? [])) },
  { weight: 1, arbitrary: invisibleRuns },
);

const START = ["untrusted", "webhook", "content"];
const END = ["end", ...START];

const names = fc
  .constantFrom(START, END)
  .chain((words) => fc.tuple(...words.map((word) => fc.tuple(gaps, disguisedWord(word)))))
  .map((pairs) => pairs.map(([gap, word], at) => (at === 0 ? word : gap + word)).join(""));

export const disguisedMarkers: fc.Arbitrary<string> = fc
  .tuple(brackets, spaces, names, fc.constantFrom(">>>", "", ' id="x">>>'))
  .map((pieces) => pieces.join(""));

function disguisedWord(word: string): fc.Arbitrary<string> {
  const letters = fc.tuple(...[...word].map(disguisedLetter)).map((drawn) => drawn.join(""));
  const ligatures = fc.constantFrom("ﬅ", "ﬆ").map((ligature) => word.replace("st", ligature));
  return fc.oneof({ weight: 19, arbitrary: letters }, { weight: 1, arbitrary: ligatures });
}

function disguisedLetter(letter: string): fc.Arbitrary<string> {
  const plain = fc.constantFrom(letter, letter.toUpperCase());
  const forms = fc.oneof(
    { weight: 8, arbitrary: plain },
    { weight: 1, arbitrary: fc.constantFrom(...(FOLDED.get(letter) ?? []), letter) },
    { weight: 1, arbitrary: fc.constantFrom(...(HOMOGLYPHS.get(letter) ?? ""), letter) },
  );
  const maybeRun = fc.oneof({ weight: 12, arbitrary: fc.constant("") }, invisibleRuns);
  return fc.tuple(forms, maybeRun).map(([form, run]) => form + run);
}

function collectFolded(letters: string): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>([...letters].map((letter) => [letter, []]));
  for (let code = 0x80; code < 0x2_0000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const form = String.fromCodePoint(code);
    forms.get(form.normalize("NFKC").toLowerCase())?.push(form);
  }
  return forms;
}
