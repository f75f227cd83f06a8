// What is in a text: startsWith, endsWith, matches, extract, replace, replaceMatch.

import {
  compilePattern,
  compileSearch,
  type Pattern,
  type PatternSearch,
} from "../pattern/compile-pattern.ts";
import { eachSpan, type PatternSpan } from "../pattern/find-span.ts";
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { HelperCall, ValueHelper } from "../render/helper.ts";
import { checkRoom, isTruthy, preparePattern, textFromArgument } from "./arguments.ts";
import { defineHelpers } from "./define-helpers.ts";
import { splitText } from "./text.ts";

export const searchHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{replace text from to}}`: the text with every occurrence of the text `from` replaced by `to`.
   *
   * @example
   * {"ref": "refs/heads/main"}
   * {{replace ref "refs/heads/" ""}}
   * → main
   */
  replace: {
    arity: [3, 3],
    call: (args, _hash, frame) => {
      const [text, from, to] = args.map((arg) => textFromArgument(arg, frame)) as [
        string,
        string,
        string,
      ];
      if (from === "") return text;
      const pieces = splitText(text, from, frame);
      checkRoom(text.length + (pieces.length - 1) * (to.length - from.length), frame);
      return pieces.join(to);
    },
  },

  /**
   * `{{startsWith text part}}`: whether the text begins with the part, in the same letter case.
   *
   * @example
   * {"ref": "refs/tags/v1.2"}
   * {{#if (startsWith ref "refs/tags/")}}a tag{{else}}a branch{{/if}}
   * → a tag
   */
  startsWith: {
    arity: [2, 2],
    call: ([text, part], _hash, frame) =>
      textFromArgument(text, frame).startsWith(textFromArgument(part, frame)),
  },

  /**
   * `{{endsWith text part}}`: whether the text ends with the part, in the same letter case.
   *
   * @example
   * {"sender": "robot@ci.example.org"}
   * {{#if (endsWith sender ".org")}}ours{{/if}}
   * → ours
   */
  endsWith: {
    arity: [2, 2],
    call: ([text, part], _hash, frame) =>
      textFromArgument(text, frame).endsWith(textFromArgument(part, frame)),
  },

  /**
   * `{{matches text "pattern" ignoreCase=true}}`: whether the pattern occurs anywhere in the text.
   *
   * A pattern is literal text of the template: characters, `.`, classes such as `[a-z]` and `[^,]`, `\d \w \s
   * \b` and their opposites, `^` and `$` for start and end of the text, groups, `|`, and `* + ? {n} {n,}
   * {n,m}`. Without back references and look-around, its time is proportional to the text.
   *
   * @example
   * {"title": "fix: the parser", "ref": "refs/tags/v1.20.3"}
   * {{matches title "^fix"}} {{#if (matches ref "^refs/tags/v\d+\.\d+\.\d+$")}}release{{/if}} {{matches title "^(FIX|WIP)\b" ignoreCase=true}}
   * → true release true
   */
  matches: {
    arity: [2, 2],
    hash: ["ignoreCase"],
    // Never called: `prepare` refuses a call without a literal pattern and replaces every other.
    call: () => false,
    prepare: preparePattern(compilePattern, createMatchesCall),
  },

  /**
   * `{{extract text "pattern" ignoreCase=true all=true}}`: what the pattern of `matches`, or its first group,
   * matches first in the text.
   *
   * `all=true` gives the list of all matches. `(?:…)` is a group that is not extracted; `+?` and `*?` match as
   * little as possible.
   *
   * @example
   * {"title": "Fix ABC-12 and ABC-7 (#42)", "from": "Ann <ann@example.org>"}
   * {{extract title "#(\d+)"}}; {{join (extract title "[A-Z]+-\d+" all=true)}}; {{extract from "<(.+)>"}}
   * → 42; ABC-12, ABC-7; ann@example.org
   */
  extract: {
    arity: [2, 2],
    hash: ["ignoreCase", "all"],
    // Never called: `prepare` refuses a call without a literal pattern and replaces every other.
    call: () => "",
    prepare: preparePattern(compileSearch, createExtractCall),
  },

  /**
   * `{{replaceMatch text "pattern" to ignoreCase=true}}`: the text with every match of the pattern of
   * `matches` replaced by the literal text `to`.
   *
   * @example
   * {"title": "Fix 12 of 30", "log": "\u001b[31mfailed\u001b[0m after 12 s"}
   * {{replaceMatch title "\d+" "#"}}; {{replaceMatch log "\x1b\[[0-9;]*m" ""}}
   * → Fix # of #; failed after 12 s
   */
  replaceMatch: {
    arity: [3, 3],
    hash: ["ignoreCase"],
    // Never called: `prepare` refuses a call without a literal pattern and replaces every other.
    call: () => "",
    prepare: preparePattern(compileSearch, createReplaceCall),
  },
});

function createMatchesCall(occursIn: Pattern): HelperCall {
  return ([value], _hash, frame) => {
    const text = textFromArgument(value, frame);
    frame.run.budget.spend(text.length * 2 * COST.codedCharacters);
    return occursIn(text, (steps) => frame.run.budget.spend(steps * COST.patternSteps));
  };
}

function createExtractCall(search: PatternSearch): HelperCall {
  return ([value], { all }, frame) => {
    const text = textFromArgument(value, frame);
    const find = search(text, (steps) => frame.run.budget.spend(steps * COST.searchSteps));
    if (isTruthy(all)) return extractAll(text, find, frame);
    const span = find(0);
    return span === undefined ? "" : extracted(text, span);
  };
}

function extractAll(
  text: string,
  find: ReturnType<PatternSearch>,
  { run: { budget } }: Frame,
): string[] {
  const parts: string[] = [];
  for (const span of eachSpan(text, find)) {
    budget.spend(COST.pieces);
    parts.push(extracted(text, span));
  }
  return parts;
}

/** The group of a pattern such as `a|(b)` may match nothing although the pattern does. */
function extracted(text: string, { start, end, group = [start, end] }: PatternSpan): string {
  return text.slice(...group);
}

function createReplaceCall(search: PatternSearch): HelperCall {
  return ([value, , toValue], _hash, frame) => {
    const text = textFromArgument(value, frame);
    const to = textFromArgument(toValue, frame);
    const pieces: string[] = [];
    let kept = 0;
    let length = text.length;
    const find = search(text, (steps) => frame.run.budget.spend(steps * COST.searchSteps));
    for (const { start, end } of eachSpan(text, find)) {
      length += to.length - (end - start);
      frame.run.budget.spend(COST.pieces);
      checkRoom(length, frame);
      pieces.push(text.slice(kept, start), to);
      kept = end;
    }
    pieces.push(text.slice(kept));
    return pieces.join("");
  };
}
