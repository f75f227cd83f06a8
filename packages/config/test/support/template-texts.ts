// Random texts in every style of every format, with a mistake at a known position.
import fc from "fast-check";

/** A text as written in a file, with the known span of the mistake. */
export interface WrittenText {
  readonly before: string;
  readonly mistake: string;
  readonly after: string;
}

/** How one style writes a character within a word, and what separates words. */
interface Style {
  readonly quote: string;
  readonly character: (character: string, choice: number) => string;
  /** Sometimes written before a character of a word; it decodes to nothing. */
  readonly nothing?: readonly string[];
  readonly space: readonly string[];
  readonly lineEnd: readonly string[];
}

const hex = (unit: string, digits: number): string =>
  (unit.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");

const unitEscapes = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${hex(unit, 4)}`)
    .join("");

/** Characters that a backslash does not change. */
const PLAIN_ESCAPED = /^[{}a-z.é]$/;
const SPECIAL = /^[bfnrtvxu]$/;

const json: Style = {
  quote: '"',
  character: (character, choice) => {
    if (choice === 0) return unitEscapes(character);
    return character === '"' ? '\\"' : character;
  },
  space: [" ", "\\u0020", "  "],
  lineEnd: ["\\n", "\\r\\n", "\\t", "\\u000a"],
};

const json5 = (quote: string): Style => ({
  quote,
  character: (character, choice) => {
    if (choice === 0) return unitEscapes(character);
    if (choice === 1 && character < "\u00FF") return `\\x${hex(character, 2)}`;
    if (choice === 2 && PLAIN_ESCAPED.test(character) && !SPECIAL.test(character)) {
      return `\\${character}`;
    }
    return character === quote ? `\\${character}` : character;
  },
  nothing: ["\\\n", "\\\r\n", "\\\u2028", "\\\r"],
  space: [" ", "\\x20", "\\ ", "\t"],
  lineEnd: ["\\n", "\\v", "\\u000A"],
});

const folds = (indent: string) => [`\n${indent}`, ` \t\n${indent}`, `\n${indent}\t `];
const lines = (indent: string) => [
  `\n\n${indent}`,
  `\n   \n\n${indent} `,
  ` \n${indent}\n${indent}`,
];

const double = (indent: string): Style => ({
  quote: '"',
  character: (character, choice) => {
    if (choice === 0) return `\\U${hex(character, 8)}`;
    if (choice === 1 && character < "\u00FF") return `\\x${hex(character, 2)}`;
    if (choice === 2 && character.length === 1) return `\\u${hex(character, 4)}`;
    return character === '"' ? '\\"' : character;
  },
  nothing: [`\\\n${indent}`, `\\\n${indent}\t`],
  space: [" ", "\\ ", "\\x20", ...folds(indent)],
  lineEnd: ["\\n", "\\N\\_\\L\\P\\a\\e", ...lines(indent)],
});

const single = (indent: string): Style => ({
  quote: "'",
  character: (character) => (character === "'" ? "''" : character),
  space: [" ", "  ", ...folds(indent)],
  lineEnd: lines(indent),
});

const plain = (indent: string): Style => ({
  quote: "",
  character: (character) => character,
  space: [" ", "  ", ...folds(indent)],
  lineEnd: lines(indent),
});

const CHARACTERS = ["a", "b", "é", "x", ".", "😀", '"', "'", "中", "}", "\u0301"];

/** The mistake is a call of a helper that does not exist. */
const MISTAKE = ["{", "{", "n", "o", "p", "e", " ", "x", "}", "}"];

function written(style: Style): fc.Arbitrary<WrittenText> {
  const one = (character: string): fc.Arbitrary<string> => {
    if (character === " ") return fc.constantFrom(...style.space);
    if (character === "\n") return fc.constantFrom(...style.lineEnd);
    const nothing = fc.oneof(
      { weight: 6, arbitrary: fc.constant("") },
      fc.constantFrom("", ...(style.nothing ?? [])),
    );
    return fc
      .tuple(fc.integer({ min: 0, max: 6 }), nothing)
      .map(([choice, none]) => none + style.character(character, choice));
  };
  const word = fc
    .array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 4 })
    .chain((all) => fc.tuple(...all.map(one)))
    .map((all) => all.join(""));
  const separator = fc.constantFrom(" ", "\n").chain(one);
  const words = fc
    .array(fc.tuple(word, separator), { maxLength: 4 })
    .map((all) => all.flat().join(""));
  const mistake = fc
    .tuple(fc.integer({ min: 0, max: 6 }), ...MISTAKE.slice(1).map(one))
    .map(([choice, ...rest]) => style.character("{", choice) + rest.join(""));
  // The first character of a plain text must not mean something else.
  return fc
    .tuple(words, mistake, fc.constant(""), words, word)
    .map(([before, found, , ...after]) => ({
      before: `${style.quote}A${before}`,
      mistake: found,
      after: `${after.join("")}z${style.quote}`,
    }));
}

/** A literal or folded block, from its header on. */
function block(indent: string): fc.Arbitrary<WrittenText> {
  const line = fc.tuple(
    fc.constantFrom("", "", "  ", "\t"),
    fc.array(fc.constantFrom(...CHARACTERS, " ", "# ", ": ", "\t"), { maxLength: 5 }),
  );
  const text = fc
    .array(line, { maxLength: 5 })
    .map((all) => all.map(([more, found]) => toLine(indent, more + found.join(""))).join(""));
  const parts = fc.record({
    style: fc.constantFrom("|", ">"),
    chomp: fc.constantFrom("", "-", "+"),
    indicator: fc.constantFrom("", "2"),
    comment: fc.constantFrom("", " # {{nope y}}"),
    leading: fc.constantFrom("", "\n", " \n\n"),
    before: text,
    start: fc.constantFrom("", "  ", "é: "),
    fold: fc.boolean(),
    end: fc.constantFrom("", " b", "}"),
    after: text,
    trailing: fc.constantFrom("", "\n", "\n\n"),
  });
  return parts.map(
    ({ style, chomp, indicator, comment, leading, before, start, fold, end, after, trailing }) => {
      const canFold = style === ">" && fold && !start.startsWith(" ");
      return {
        before: `${style}${indicator}${chomp}${comment}\n${leading}${indent}A\n${before}${indent}${start}`,
        mistake: canFold ? `{{nope\n${indent}x}}` : "{{nope x}}",
        after: `${end}\n${after}${trailing}`,
      };
    },
  );
}

function toLine(indent: string, text: string): string {
  return text.trim() === "" ? "\n" : `${indent}${text}\n`;
}

const YAML_INDENT = "          ";

export const JSON_TEXTS: Readonly<Record<string, fc.Arbitrary<WrittenText>>> = {
  json: written(json),
  "JSON5 in double quotes": written(json5('"')),
  "JSON5 in single quotes": written(json5("'")),
};

export const YAML_TEXTS: Readonly<Record<string, fc.Arbitrary<WrittenText>>> = {
  "YAML in double quotes": written(double(YAML_INDENT)),
  "YAML in single quotes": written(single(YAML_INDENT)),
  "YAML without quotes": written(plain(YAML_INDENT)),
  "a YAML block": block(YAML_INDENT),
};
