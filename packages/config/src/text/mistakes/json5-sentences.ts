// The mistakes that people make in JSON and JSON5 → what is said about each. No sentence repeats the text.

export const JSON5_SENTENCES = {
  empty: {
    message: "The config is empty.",
    hint: "Write { hooks: { enabled: true, … } }.",
  },
  outerBraces: {
    message: "A config in JSON is an object, and begins with a brace.",
    hint: "Put { before and } behind the whole text. If it is YAML, let the name of the file end in .yaml.",
  },
  bracketOpen: {
    message: "The config ends too early: this bracket is never closed.",
    hint: "Add the bracket that closes it: } for {, ] for [.",
  },
  bracketWrong: {
    message: "This bracket does not close the one that was opened last.",
    hint: "Write } where { was opened, and ] where [ was opened; look for a closing bracket that is missing before.",
  },
  bracketStray: {
    message: "This bracket closes nothing.",
    hint: "Remove it, or look for one too many before it.",
  },
  stringOpen: {
    message: "The text that begins here is never closed.",
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
    message: "A text cannot stand between backticks.",
    hint: 'Write " at both ends, and \\n for a line break.',
  },
  templateWithoutQuotes: {
    message: "A template without quotes is read as brackets.",
    hint: 'Put quotes around the whole value: "{{…}}".',
  },
  textWithoutQuotes: {
    message: "A text needs quotes.",
    hint: 'Put " before and behind it. Without quotes stand only numbers, true, false and null.',
  },
  booleanSpelling: {
    message: "This is no word of JSON.",
    hint: "Write true, false or null, in small letters.",
  },
  numberSpelling: {
    message: "This is not a number as JSON has it.",
    hint: "Write digits alone, without leading zeros, underscores or units; or put quotes around it if it is a text.",
  },
  keyWithoutQuotes: {
    message:
      "This key needs quotes, because it has other characters than letters, digits, _ and $.",
    hint: 'Put quotes around the key: "x-event": ….',
  },
  keyMissing: {
    message: "A key is expected here.",
    hint: 'Write "key": value, with a comma between two of them.',
  },
  colonMissing: {
    message: "There is no colon between the key and its value.",
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
    message: "There is a comma too many.",
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
    hint: "Write // before the comment. In YAML, # is right: then the name of the file ends in .yaml.",
  },
  escape: {
    message: "This escape is not complete.",
    hint: "Write \\u and four hexadecimal digits, or \\\\ for a backslash.",
  },
  textBehind: {
    message: "The config is complete before this; more text follows.",
    hint: "Remove what follows, or look for a closing bracket too many before it.",
  },
  unexpected: {
    message: "The config is not valid JSON5: something unexpected stands here.",
    hint: "Look for a missing comma, colon, quote or bracket at or just before this position.",
  },
} as const;

export type Json5Mistake = keyof typeof JSON5_SENTENCES;
