// The mistakes that people make in YAML → what is said about each. No sentence repeats the text.

export const YAML_SENTENCES = {
  templateWithoutQuotes: {
    message: "YAML reads a value that begins with {{ as braces, not as text.",
    hint: 'If it is a template, put quotes around the whole value: "{{…}}".',
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
    message: "YAML reads this operator as a mark of its own, not as a key.",
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
  commaMissing: {
    message: "A comma is missing between two entries within brackets.",
    hint: "Write a comma between them.",
  },
  colonMissing: {
    message: "There is no colon behind this key.",
    hint: "Write key: value, with a space behind the colon.",
  },
  spaceMissing: {
    message: "There is no space behind the colon.",
    hint: "Write key: value, with a space behind the colon.",
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
    message: "The config is not valid YAML: something unexpected stands here.",
    hint: "Look at the indentation, and put quotes around texts that have : # { [ or quotes in them.",
  },
} as const;

export type YamlMistake = keyof typeof YAML_SENTENCES;
