// Texts of configs of any size whose shape is much work for a reader that looks at something more than once.

/**
 * @typedef {object} CostlyConfig
 * @property {string} name
 * @property {"yaml" | "json5"} format
 * @property {(size: number) => string} write A text of about so many characters.
 */

/** @returns {CostlyConfig[]} */
export function costlyConfigs() {
  return [...yaml(), ...json5()];
}

/** @param {string} unit @returns {(size: number) => string} */
const repeat = (unit) => (size) => unit.repeat(Math.ceil(size / unit.length));

/**
 * @param {(index: number) => string} write
 * @param {string} [before]
 * @param {string} [behind]
 * @returns {(size: number) => string}
 */
const count =
  (write, before = "", behind = "") =>
  (size) => {
    const parts = [before];
    for (let index = 0, length = before.length; length < size; index++) {
      const part = write(index);
      parts.push(part);
      length += part.length;
    }
    return parts.join("") + behind;
  };

/** @param {string} before @param {string} unit @param {string} [behind] @returns {(size: number) => string} */
const within =
  (before, unit, behind = "") =>
  (size) =>
    before + repeat(unit)(size) + behind;

/** @returns {CostlyConfig[]} */
function yaml() {
  const head = "hooks:\n  enabled: true\n  token: a-token-of-at-least-24-characters\n";
  const mapping = `${head}  mappings:\n  - id: a\n    messageTemplate: `;
  /** @type {Record<string, (size: number) => string>} */
  const shapes = {
    "a line of #": repeat("#"),
    "a line of # behind a key": within("hooks: ", "#"),
    "a blank line below |": within(`${mapping}|\n`, " ", "\n      x\n"),
    "empty lines below |": within(`${mapping}|\n      x\n`, "\n", "      y\n"),
    "empty lines below >": within(`${mapping}>\n      x\n`, "\n", "      y\n"),
    "blanks within a value": within("hooks:\n  path: x", " ", "x\n  tokn: x\n"),
    "empty lines before an error": within("hooks:\n", "\n", " path: x\n  - y\n"),
    "blanks within quotes": within('hooks:\n  path: "x', " ", 'x"\n  tokn: y\n'),
    "unknown keys": count((at) => `  key${at}: x\n`, head),
    "unknown keys on one line": count((at) => `key${at}: x, `, "hooks: { ", "}\n"),
    "one key again and again": count(() => "  path: x\n", head),
    "mappings that are texts": count(() => "  - x\n", `${head}  mappings:\n`),
    "mappings of one name": count(
      () => "  - id: a\n    match: { path: a }\n    messageTemplate: x\n",
      `${head}  mappings:\n`,
    ),
    "mappings with a wrong template": count(
      (at) => `  - id: a${at}\n    match: { path: a${at} }\n    messageTemplate: "{{#if x}}"\n`,
      `${head}  mappings:\n`,
    ),
    "a template of many mistakes": within(`${mapping}"`, "{{nope x}} ", '"\n'),
    "a template of braces": within(`${mapping}"`, "{", '"\n'),
    "a template of calls in another language": within(`${mapping}"`, "{{toUpperCase x}} ", '"\n'),
    "blanks within a template with a mistake": within(`${mapping}"{{nope}}`, " ", 'x {{nope}}"\n'),
    "a template of lines with a mistake": within(`${mapping}|\n`, "      {{#if}}\n"),
    "wrong lines": repeat("a b: c: d\n"),
    "wrong entries in brackets": within("hooks: [", '"a" "b" ', "]\n"),
    "brackets that close": within("hooks: ", "]", "\n"),
    "open quotes": repeat("a: 'x\n"),
    "dashes on one line": repeat("- "),
    "colons and blanks": repeat(": "),
    "wrong escapes": within('hooks: "', "\\q", '"\n'),
    aliases: count(() => "  - *a\n", "list: &a x\nhooks:\n"),
    "aliases without anchors": count(() => "  - *a\n", "hooks:\n"),
    "merged maps": count(() => "  - <<: *a\n", "x: &a { y: 1 }\nhooks:\n"),
    "conditions with odd numbers": count(
      () => "        - 1.0\n",
      `${mapping}x\n    when:\n      in:\n      - 1\n      -\n`,
    ),
    "quotes of a word processor": count(() => "    - “x”\n", `${head}  presets:\n`),
    "a plain text of several lines": within(`${mapping}x\n`, "      word word\n"),
    "blanks in lines of a plain text": within(`${mapping}x\n`, "      w        \n"),
    secrets: count((at) => `  token${at}: x\n`, head),
    "mappings with a value of no shape": count(() => "  - forEach: 1\n", `${head}  mappings:\n`),
    "mappings with numbers that are none": count(
      () => "  - when: { x: .nan }\n",
      `${head}  mappings:\n`,
    ),
    partials: count((at) => `    p${at}: "{{nope}}"\n`, `${head}  partials:\n`),
    "values on one line that may be misread": count(() => "1.0, ", "hooks: [", "]\n"),
    "misspelt keys of mappings": count(
      (at) => `  - { id: a${at}, mesageTemplate: x }\n`,
      `${head}  mappings:\n`,
    ),
    "a large map that is merged": (size) =>
      `${count((at) => `  k${at}: 1\n`, "x: &a\n")(size)}hooks:\n${"  - <<: *a\n".repeat(90)}`,
    "a secret of many lines": within("hooks:\n  token: |\n", "    x: y\n"),
    "braces without quotes on one line": within(`${head}  presets: [`, "${A}, ", "]\n"),
    "braces without quotes in lines": within(`${head}  presets: [\n`, "    ${A},\n", "  ]\n"),
  };
  return Object.entries(shapes).map(([name, write]) => ({ name, format: "yaml", write }));
}

/** @returns {CostlyConfig[]} */
function json5() {
  const head = '{ hooks: { enabled: true, token: "a-token-of-at-least-24-characters", ';
  const mapping = `${head}mappings: [{ id: "a", messageTemplate: `;
  /** @type {Record<string, (size: number) => string>} */
  const shapes = {
    "a line of #": repeat("#"),
    "open comments": repeat("/* "),
    comments: within("{", "/* x */ // y\n", "}"),
    blanks: within("{ hooks:", " ", "}"),
    "unknown keys": count((at) => `key${at}: 1,\n`, head, "}}"),
    "unknown keys on one line": count((at) => `key${at}: 1, `, head, "}}"),
    "mappings that are texts": count(() => '"x", ', `${head}mappings: [`, "]}}"),
    "mappings of one name": count(
      () => '{ id: "a", match: { path: "a" }, messageTemplate: "x" },\n',
      `${head}mappings: [`,
      "]}}",
    ),
    "mappings with a wrong template": count(
      (at) => `{ id: "a${at}", match: { path: "a${at}" }, messageTemplate: "{{#if x}}" },\n`,
      `${head}mappings: [`,
      "]}}",
    ),
    "a template of many mistakes": within(`${mapping}"`, "{{nope x}} ", '" }] } }'),
    "a template of escapes": within(`${mapping}"`, "\\u007b", '" }] } }'),
    "a template of lines": within(`${mapping}"`, "{{#if}}\\\n", '" }] } }'),
    "open quotes": repeat('"'),
    "quotes of a word processor": repeat("“"),
    "quotes of a word processor that never close": within("{ a: “", "x"),
    "comments behind a semicolon": within("{};", "//x\n"),
    backslashes: repeat("\\"),
    "backslashes in quotes": within('{ a: "', "\\\\", "b"),
    "lines in quotes": within('{ a: "', "x\n", '" b'),
    brackets: within("{ hooks: [", "[],", "] }"),
    "digits and a letter": within("{ hooks: ", "1", "x}"),
    secrets: count((at) => `token${at}: "x", `, head, "}}"),
    "a comment that may hold secrets": within("{ /*", "a a", "*/"),
  };
  return Object.entries(shapes).map(([name, write]) => ({ name, format: "json5", write }));
}
