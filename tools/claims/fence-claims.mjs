// @ts-check
// Claims about the characters, look-alikes and tokens that the fence removes or replaces.

const allOfUnicode =
  "neutralize() removes the characters of a list, and no others of all of Unicode";
const quotes = "fenceText() quotes what follows each character that ends a line";
const letter = (/** @type {string} */ one) =>
  `neutralize() knows every character that Unicode lists for the letter ${one} of a marker`;
const bracket =
  "neutralize() knows every character that Unicode lists for the bracket < of a marker";
const separator =
  "neutralize() knows every character that Unicode lists for the separator - of a marker";
const several = "neutralize() knows characters that Unicode lists for several letters of a marker";
const inToken = (/** @type {string} */ part, /** @type {string} */ token) =>
  `neutralize() knows every character that Unicode lists for ${part} in ${token}`;
const replaces = (/** @type {string} */ token) =>
  `neutralize() replaces ${token}, in either case and in the middle of a line`;
const disguises = (/** @type {string} */ token) => `neutralize() knows disguises of ${token}`;

/** @type {readonly import("./claims.mjs").Claim[]} */
export const fenceClaims = [
  {
    claim: "The fence removes the characters that this page names, and no others of all of Unicode",
    proofs: [{ file: "packages/core/src/serving/fence/confusables.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/fence/character-classes.ts",
        find: "[0x2066, 0x2069],",
        replace: "",
        effect: "marks that isolate a direction stay",
        dies: [allOfUnicode],
      },
      {
        file: "packages/core/src/serving/fence/character-classes.ts",
        find: "[0x2028, 0x202e],",
        replace: "[0x200b, 0x202e],",
        effect: "joiners, LRM and RLM are removed, too",
        dies: [allOfUnicode],
      },
      {
        file: "packages/core/src/serving/fence/character-classes.ts",
        find: "code <= 0xe007f;",
        replace: "code <= 0xe01ef;",
        effect: "variation selectors are removed, too",
        dies: [allOfUnicode],
      },
      {
        file: "packages/core/src/serving/fence/character-classes.ts",
        find: "if (code <= 0xffff || isNonCharacter || isTag) return REWRITTEN;",
        replace: "if (isNonCharacter || isTag) return REWRITTEN;",
        effect: "halves of surrogate pairs stay",
        dies: [
          allOfUnicode,
          "neutralize() removes several characters in a row, and joins no halves of pairs",
        ],
      },
      {
        file: "packages/core/src/serving/fence/character-classes.ts",
        find: "\\x1c-\\x1e\\x85\\u2028",
        replace: "\\x1c-\\x1e\\u2028",
        effect: "NEL does not end a line",
        dies: [allOfUnicode, quotes],
      },
      {
        file: "packages/core/src/serving/fence/character-classes.ts",
        find: "return SPECIALS_OF_LATIN_1.some((character) => text.includes(character));",
        replace: "return /[\\0-\\x1f]/.test(text);",
        effect: "C1 stays in long texts of Latin-1",
        dies: ["neutralize() removes several characters in a row, and joins no halves of pairs"],
      },
    ],
  },
  {
    claim: "Look-alikes that Unicode lists are taken for the letters of a marker",
    proofs: [{ file: "packages/core/src/serving/fence/confusables.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/fence/look-alikes.ts",
        find: 'if (value === "" || value === " ") return 0;',
        replace: 'if (code > 0x7f || value === "" || value === " ") return 0;',
        effect: "only letters of ASCII are read",
        dies: [letter("e"), letter("t"), several],
      },
      {
        file: "packages/core/src/serving/fence/look-alikes.ts",
        find: "return choices.find((letters) => rest.startsWith(letters))?.length ?? 0;",
        replace: "return choices.find((letters) => rest.startsWith(letters)) ? 1 : 0;",
        effect: "a character stands for one letter at most",
        dies: [several],
      },
      {
        file: "packages/core/src/serving/fence/look-alikes.ts",
        find: 'return kindOf(code) === "b";',
        replace: "return code === 0x3c;",
        effect: "a marker begins with < only",
        dies: [bracket],
      },
      {
        file: "packages/core/src/serving/fence/look-alikes.ts",
        find: 'return kind === "s" || kind === "i";',
        replace: 'return code < 0x80 && kind === "s";',
        effect: "only signs of ASCII stand between the words of a marker",
        dies: [separator],
      },
      {
        file: "packages/core/src/serving/fence/look-alikes.ts",
        find: "const value = readRun(code, SIGN_STARTS, SIGN_RUNS);",
        replace: 'const value = code > 0 ? "" : readRun(code, SIGN_STARTS, SIGN_RUNS);',
        effect: "signs of a token are read in ASCII only",
        dies: [inToken("<", "<|im_start|>"), inToken(">", "<|im_start|>")],
      },
      {
        file: "packages/core/src/serving/fence/character-classes.ts",
        find: "for (const code of OPENINGS) if (code <= 0xffff) table[code] = OPENING;",
        replace: "",
        effect: "look-alikes of brackets are not looked at",
        dies: [bracket, inToken("<", "<|im_start|>")],
      },
    ],
  },
  {
    claim: "Control tokens of the model families in use are replaced, also in disguise",
    proofs: [{ file: "packages/core/src/serving/fence/control-tokens.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/fence/control-tokens.ts",
        find: '"[tool_calls]", ',
        replace: "",
        effect: "a token is missing in the list",
        dies: [replaces("[TOOL_CALLS]"), disguises("[TOOL_CALLS]")],
      },
      {
        file: "packages/core/src/serving/fence/control-tokens.ts",
        find: '"<system-reminder>", ',
        replace: "",
        effect: "what programs around a model write into a turn is missing in the list",
        dies: [replaces("<system-reminder>"), disguises("<system-reminder>")],
      },
      {
        file: "packages/core/src/serving/fence/control-tokens.ts",
        find: "[`<unused${digit}`, `[unused${digit}`]",
        replace: "[]",
        effect: "reserved words are missing in the list",
        dies: [replaces("<unused1"), disguises("[unused0")],
      },
      {
        file: "packages/core/src/serving/fence/control-tokens.ts",
        find: '["human", "assistant"]',
        replace: '["human"]',
        effect: "a label of a turn is missing in the list",
        dies: ["neutralize() replaces the label Assistant of a turn"],
      },
      {
        file: "packages/core/src/serving/fence/read-control-token.ts",
        find: "return readNameToPipe(cursor, opening) || readRest(cursor, opening);",
        replace: "return readRest(cursor, opening);",
        effect: "names between <| and |> are not read",
        dies: [replaces("<|im_start|>"), replaces("[|system|]"), replaces("<|turn>")],
      },
      {
        file: "packages/core/src/serving/fence/read-control-token.ts",
        find: 'readSpelled(cursor, "/");',
        replace: "",
        effect: "closing tokens are not read",
        dies: [replaces("</s>"), replaces("<</SYS>>"), replaces("[/INST]")],
      },
      {
        file: "packages/core/src/serving/fence/neutralize.ts",
        find: "editCopy(visible, findEscapes(visible.text, onOpening))",
        replace: 'editCopy(visible, findEscapes("", onOpening))',
        effect: "escapes are not decoded",
        dies: [disguises("<s>"), disguises("[INST]"), disguises("<|im_start|>")],
      },
      {
        file: "packages/core/src/serving/fence/neutralize.ts",
        find: "return comments.length === 0 ? [decoded] : [decoded, editCopy(decoded, comments)];",
        replace: "return comments.length === 0 ? [decoded] : [decoded];",
        effect: "comments hide a token",
        dies: [disguises("<s>"), "neutralize() finds a token in a comment, and one around it"],
      },
      {
        file: "packages/core/src/serving/fence/neutralize.ts",
        find: "(classes & INVISIBLE) === 0 ? []",
        replace: "classes >= 0 ? []",
        effect: "invisible characters hide a token",
        dies: [disguises("<s>"), "neutralize() replaces the label Human of a turn"],
      },
    ],
  },
];
