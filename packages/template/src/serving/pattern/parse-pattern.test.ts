import { describe, expect, it } from "vitest";
import {
  complementOf,
  hasCode,
  ignoreCase,
  ignoreCaseOf,
  LAST_CODE_POINT,
  setFromRanges,
} from "./char-set.ts";
import {
  errorAt,
  PatternError,
  type PatternNode,
  parsePattern,
  problemFromError,
} from "./parse-pattern.ts";

/** Sets as their first character, the rest as JSON: enough to see what a pattern is taken for. */
function shown(node: PatternNode): string {
  switch (node.kind) {
    case "set":
      return String.fromCodePoint((node.set[0] as readonly [number, number])[0]);
    case "assertion":
      return `<${node.assertion}>`;
    case "sequence":
      return node.items.map(shown).join("");
    case "choice":
      return `(${node.options.map(shown).join("|")})`;
    case "group":
      return shown(node.body);
    case "repeat":
      return `${shown(node.body)}{${node.least},${node.most}}`;
  }
}

function problemOf(pattern: string): string {
  try {
    parsePattern(pattern, false);
  } catch (error) {
    if (error instanceof PatternError) return `${error.problem} ${error.hint ?? "-"}`;
  }
  return "none";
}

describe("parsePattern()", () => {
  it.each([
    ["", "()"],
    ["ab|c|", "(ab|c|)"],
    ["a*b+c?d{2}e{2,}f{2,3}", "(a{0,Infinity}b{1,Infinity}c{0,1}d{2,2}e{2,Infinity}f{2,3})"],
    ["a*?b+?c??d{2}?e{0,0}", "(a{0,Infinity}b{1,Infinity}c{0,1}d{2,2}e{0,0})"],
    ["(a)(?:b|)(?<name>c)", "((a)(b|)(c))"],
    ["^$\\b\\B", "(<start><end><edge><no edge>)"],
    ["\\.\\*\\\\\\/\\-\\é\\🚀", "(.*\\/-é🚀)"],
    ["\\t\\n\\v\\f\\r", "(\t\n\v\f\r)"],
    ["\\x41\\u0042\\u{43}\\u{1f680}\\u{10FFFF}", "(ABC🚀\u{10ffff})"],
    ["é🚀", "(é🚀)"],
  ])("reads %j", (pattern, tree) => {
    expect(shown(parsePattern(pattern, false))).toBe(tree);
  });

  it.each([
    ["\\d", [[48, 57]]],
    [
      "[\\dx]",
      [
        [48, 57],
        [120, 120],
      ],
    ],
    ["[a-cb-e]", [[97, 101]]],
    [
      "[-x]",
      [
        [45, 45],
        [120, 120],
      ],
    ],
    [
      "[x-]",
      [
        [45, 45],
        [120, 120],
      ],
    ],
    [
      "[\\d-]",
      [
        [45, 45],
        [48, 57],
      ],
    ],
    [
      "[\\]\\b^.(]",
      [
        [8, 8],
        [40, 40],
        [46, 46],
        [93, 94],
      ],
    ],
    ["[^\\u0001-\\u{10ffff}]", [[0, 0]]],
    ["[🚀-🚂]", [[0x1_f680, 0x1_f682]]],
  ])("reads the class %s", (pattern, set) => {
    expect(parsePattern(pattern, false)).toEqual({
      kind: "choice",
      options: [{ kind: "sequence", items: [{ kind: "set", set }] }],
    });
  });

  it.each([
    [
      "a(?=b)",
      'has a look-around, "(?=", at character 2 of its pattern Combine two conditions: (and … (not …)).',
    ],
    ["(?!b)", 'has a look-around, "(?!", at character 1'],
    ["(?<=b)", 'has a look-around, "(?<=", at character 1'],
    ["(?<!b)", 'has a look-around, "(?<!", at character 1'],
    ["(a)\\1", 'has a back reference, "\\1", at character 4 of its pattern -'],
    ["\\k<a>", 'has a back reference, "\\k", at character 1'],
    ["\\0", 'has a back reference, "\\0", at character 1'],
    [
      "\\p{L}",
      'has a Unicode property, "\\p", at character 1 of its pattern Write a class such as [A-Za-zÀ-ÿ].',
    ],
    ["[\\P{L}]", 'has a Unicode property, "\\P", at character 2'],
    ["\\q", 'has an unknown escape, "\\q", at character 1'],
    ["(?i)a", 'has an unknown group, "(?", at character 1 of its pattern Write "(?:…)".'],
    ["(?<1>a)", 'has an unknown group, "(?", at character 1'],
    ["(?", 'has an unknown group, "(?", at character 1'],
    ["a\\", "has a backslash with nothing behind it at character 2"],
    ["\\x4", 'has "\\x" without its digits at character 1 of its pattern Write two digits: \\x41.'],
    [
      "\\u00g0",
      'has "\\u" without its digits at character 1 of its pattern Write \\u0041 or \\u{1f600}.',
    ],
    ["\\u{110000}", 'has "\\u" without its digits at character 1'],
    ["(a", 'has a "(" that is never closed at character 1 of its pattern Add ")", or write "\\(".'],
    ["a)b", 'has a ")" without its "(" at character 2 of its pattern Write "\\)".'],
    ["[a", 'has a "[" that is never closed at character 1 of its pattern Add "]", or write "\\[".'],
    ["[]", "has an empty class at character 1"],
    ["[^]", "has an empty class at character 1"],
    ["[z-a]", "has a range that runs backwards at character 2"],
    ["[a-\\d]", "has a range that does not lead from character to character at character 2"],
    ["[\\d-z]", "has a range that does not lead from character to character at character 2"],
    ["*a", 'has a "*" with nothing to repeat at character 1 of its pattern Write "\\*".'],
    ["a**", 'has a "*" with nothing to repeat at character 3'],
    ["a++", 'has a "+" with nothing to repeat at character 3'],
    ["(|?)", 'has a "?" with nothing to repeat at character 3'],
    ["{2}", 'has a stray "{" at character 1 of its pattern Write "\\{".'],
    ["a{,2}", 'has a stray "{" at character 2'],
    ["a}", 'has a stray "}" at character 2'],
    ["a]", 'has a stray "]" at character 2'],
    ["^*", "has a repeated ^, $, \\b or \\B at character 2"],
    ["\\b{2}", "has a repeated ^, $, \\b or \\B at character 3"],
    ["a{1001}", "has more than 1000 repetitions at character 2"],
    ["a{0,1001}", "has more than 1000 repetitions at character 2"],
    ["a{3,2}", "has repetitions that run backwards at character 2"],
    [`${"(".repeat(51)}${")".repeat(51)}`, "has more than 50 groups in each other at character 51"],
  ])("refuses %s and says where", (pattern, problem) => {
    expect(problemOf(pattern)).toContain(problem);
  });

  it("accepts patterns at the limits", () => {
    expect(problemOf("a{1000}b{0,1000}c{1000,}")).toBe("none");
    expect(problemOf(`${"(".repeat(50)}${")".repeat(50)}`)).toBe("none");
  });
});

describe("errorAt()", () => {
  it("counts characters from 1", () => {
    expect(errorAt("a fault", 0).problem).toBe("has a fault at character 1 of its pattern");
  });
});

describe("problemFromError()", () => {
  it("keeps problem and hint", () => {
    const problem = "has a fault at character 3 of its pattern";
    expect(problemFromError(errorAt("a fault", 2))).toEqual({ problem });
    expect(problemFromError(errorAt("a fault", 2, "Fix it."))).toEqual({
      problem,
      hint: "Fix it.",
    });
  });

  it("rethrows every other error", () => {
    const fault = new TypeError("ours");
    expect(() => problemFromError(fault)).toThrow(fault);
  });
});

describe("setFromRanges()", () => {
  it.each([
    [[], []],
    [
      [
        [5, 6],
        [1, 2],
      ],
      [
        [1, 2],
        [5, 6],
      ],
    ],
    [
      [
        [1, 2],
        [3, 4],
      ],
      [[1, 4]],
    ],
    [
      [
        [1, 9],
        [2, 3],
        [9, 12],
      ],
      [[1, 12]],
    ],
  ] as const)("makes of %j the set %j", (ranges, set) => {
    expect(setFromRanges(ranges)).toEqual(set);
  });
});

describe("complementOf()", () => {
  it.each([
    [[], [[0, LAST_CODE_POINT]]],
    [[[0, 5]], [[6, LAST_CODE_POINT]]],
    [
      [
        [3, 4],
        [7, LAST_CODE_POINT],
      ],
      [
        [0, 2],
        [5, 6],
      ],
    ],
    [[[0, LAST_CODE_POINT]], []],
  ] as const)("makes of %j the set %j, and back again", (set, complement) => {
    expect(complementOf(set)).toEqual(complement);
    expect(complementOf(complement)).toEqual(set);
  });
});

describe("hasCode()", () => {
  it("counts both ends of a range", () => {
    const codes = [0, 1, 2, 3, 4].filter((code) =>
      hasCode(
        [
          [1, 2],
          [4, 4],
        ],
        code,
      ),
    );
    expect(codes).toEqual([1, 2, 4]);
  });
});

describe("ignoreCase()", () => {
  it.each([
    ["a", "A"],
    ["A", "A"],
    ["ä", "Ä"],
    ["я", "Я"],
    ["𐐨", "𐐀"],
    ["5", "5"],
    // Two characters in upper case.
    ["ß", "ß"],
    // Upper case of ASCII only.
    ["ſ", "ſ"],
    ["ı", "ı"],
  ])("gives %s the form %s", (character, form) => {
    expect(String.fromCodePoint(ignoreCase(character.codePointAt(0) as number))).toBe(form);
  });

  it("agrees with RegExp on every character of two bytes", () => {
    const disagreeing = Array.from({ length: 0x1_0000 }, (_, code) => code).filter((code) => {
      const form = ignoreCase(code);
      return !new RegExp(`\\u${form.toString(16).padStart(4, "0")}`, "i").test(
        String.fromCharCode(code),
      );
    });
    expect(disagreeing).toEqual([]);
  });
});

describe("ignoreCaseOf()", () => {
  it("adds the folded forms of the characters in the range", () => {
    expect(ignoreCaseOf([95, 98])).toEqual([
      [95, 98],
      [65, 65],
      [66, 66],
    ]);
    expect(ignoreCaseOf([48, 57])).toEqual([[48, 57]]);
    expect(ignoreCaseOf([0x1_e943, 0x10_ffff])).toEqual([
      [0x1_e943, 0x10_ffff],
      [0x1_e921, 0x1_e921],
    ]);
  });
});
