// Texts: upper, lower, capitalize, humanize, trim, truncate, lines, split, join, choose.

import { COST } from "../render/budget.ts";
import { costOfSearch, createTextFinder } from "../render/create-text-finder.ts";
import type { Frame } from "../render/frame.ts";
import type { CallLiterals, LiteralProblem, ValueHelper } from "../render/helper.ts";
import {
  checkRoom,
  countsAreWhole,
  createTextReader,
  textFromArgument,
  wholeNumberFromValue,
} from "./arguments.ts";
import { defineHelpers } from "./define-helpers.ts";

export const textHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{upper text}}`: the text in capital letters, by the same rules for every language.
   *
   * @example
   * {"state": "open"}
   * {{upper state}}
   * → OPEN
   */
  upper: {
    arity: [1, 1],
    call: ([text], _hash, frame) => textFromArgument(text, frame).toUpperCase(),
  },

  /**
   * `{{lower text}}`: the text in small letters, by the same rules for every language.
   *
   * @example
   * {"email": "Ann@Example.org"}
   * {{lower email}}
   * → ann@example.org
   */
  lower: {
    arity: [1, 1],
    call: ([text], _hash, frame) => textFromArgument(text, frame).toLowerCase(),
  },

  /**
   * `{{trim text}}`: the text without the spaces, tabs and line breaks at both ends.
   *
   * @example
   * {"title": "  Hello \n"}
   * [{{trim title}}]
   * → [Hello]
   */
  trim: {
    arity: [1, 1],
    call: ([text], _hash, frame) => textFromArgument(text, frame).trim(),
  },

  /**
   * `{{split text separator}}`: the list of the pieces of a text between the separators; an empty separator
   * gives its characters.
   *
   * @example
   * {"labels": "bug,urgent"}
   * {{#each (split labels ",")}}
   * - {{this}}
   * {{/each}}
   * → - bug
   * - urgent
   *
   * @example
   * {"repository": "acme/site"}
   * {{last (split repository "/")}}
   * → site
   */
  split: {
    arity: [2, 2],
    call: ([value, separatorValue], _hash, frame) => {
      const text = textFromArgument(value, frame);
      const separator = textFromArgument(separatorValue, frame);
      if (text === "") return [];
      if (separator !== "") return splitText(text, separator, frame);
      checkRoom(text.length, frame);
      return Array.from(text);
    },
  },

  /**
   * `{{lines text}}`: the list of the lines of a text.
   *
   * White space at the end is left out, and an empty text has no lines.
   *
   * @example
   * {"message": "Fix the cache\n\nIt was filled twice.\n"}
   * {{first (lines message)}} ({{length (lines message)}} lines)
   * → Fix the cache (3 lines)
   */
  lines: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      const text = textFromArgument(value, frame).trimEnd();
      if (text === "") return [];
      checkRoom(text.length, frame);
      return linesOf(text);
    },
  },

  /**
   * `{{join list separator}}`: the elements of a list as one text, with ", " or another separator between
   * them.
   *
   * A value that is not a list is shown as it is.
   *
   * @example
   * {"labels": ["bug", "urgent"]}
   * {{join labels ", "}} or {{join labels " and "}}
   * → bug, urgent or bug and urgent
   */
  join: {
    arity: [1, 2],
    call: ([list, separatorValue = DEFAULT_SEPARATOR], _hash, frame) => {
      if (!Array.isArray(list)) return textFromArgument(list, frame);
      const separator = textFromArgument(separatorValue, frame);
      const textOf = createTextReader(frame);
      let length = separator.length * (list.length - 1);
      checkRoom(length, frame);
      const texts = list.map((element) => {
        const text = textOf(element);
        length += text.length;
        checkRoom(length, frame);
        return text;
      });
      return texts.join(separator);
    },
  },

  /**
   * `{{truncate text length ellipsis="…"}}`: at most `length` characters of the text, the ellipsis included.
   *
   * Emoji and letters with accents are never cut in half. An ellipsis longer than `length` is left out.
   *
   * @example
   * {"title": "The build of the main branch failed"}
   * {{truncate title 80}}|{{truncate title 12}}|{{truncate title 16 ellipsis=" [...]"}}
   * → The build of the main branch failed|The build o…|The build  [...]
   */
  truncate: {
    arity: [2, 2],
    hash: ["ellipsis"],
    call: ([value, lengthValue], { ellipsis = DEFAULT_ELLIPSIS }, frame) => {
      const text = textFromArgument(value, frame);
      const length = wholeNumberFromValue(lengthValue) ?? text.length;
      const end = offsetOf(text, Math.max(length, 0));
      frame.run.budget.spend(end * COST.codedCharacters);
      if (end === text.length) return text;
      const mark = createTextReader(frame)(ellipsis);
      const room = length - countCodePoints(mark);
      if (room < 0) return text.slice(0, startOfCluster(text, end));
      return text.slice(0, startOfCluster(text, offsetOf(text, room))) + mark;
    },
    prepare: countsAreWhole(0),
  },

  /**
   * `{{choose value open="…" closed="…" default="…"}}`: the named argument whose name equals the value, else
   * the one named `default`.
   *
   * For values that are not names, write pairs, and last the default: `{{choose priority 1 "urgent" 2 "high"
   * "normal"}}`.
   *
   * @example
   * {"state": "in_progress", "status": 0, "other": "new"}
   * {{choose state open="waiting" in_progress="at work"}}; {{choose status 0 "down" 1 "up"}}; {{choose other open="waiting" default=other}}
   * → at work; down; new
   */
  choose: {
    arity: [1, Number.POSITIVE_INFINITY],
    // Its names are the values that it chooses from.
    hash: undefined,
    call: ([value, ...others], hash, frame) => {
      const wanted = textFromArgument(value, frame);
      if (Object.hasOwn(hash, wanted)) return hash[wanted];
      const textOf = createTextReader(frame);
      for (let at = 0; at + 1 < others.length; at += 2) {
        if (textOf(others[at]) === wanted) return others[at + 1];
      }
      return others.length % 2 === 1 ? others.at(-1) : hash["default"];
    },
    prepare: checkChoice,
  },

  /**
   * `{{humanize text}}`: the words of a name such as `in_progress` or `checkRun`, with a capital letter at the
   * start.
   *
   * @example
   * {"state": "in_progress", "event": "checkRun", "type": "invoice.payment-failed"}
   * {{humanize state}}, {{humanize event}}, {{humanize type}}
   * → In progress, Check run, Invoice payment failed
   */
  humanize: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      const text = textFromArgument(value, frame);
      frame.run.budget.spend(text.length * COST.codedCharacters);
      const words = text.replace(EDGE, " ").replace(SEPARATORS, " ").trim();
      return capitalize(words.toLowerCase());
    },
  },

  /**
   * `{{capitalize text}}`: the text with its first letter as a capital.
   *
   * @example
   * {"action": "opened", "name": "éclair by ACME"}
   * {{capitalize action}} {{capitalize name}}
   * → Opened Éclair by ACME
   */
  capitalize: {
    arity: [1, 1],
    call: ([text], _hash, frame) => capitalize(textFromArgument(text, frame)),
  },
});

function capitalize(text: string): string {
  const width = widthAt(text, 0);
  return text.slice(0, width).toUpperCase() + text.slice(width);
}

/**
 * The edges in `pullRequest` and `HTTPServer`. ASCII only: which other letters are capital depends on
 * the Unicode version of the runtime. Look-around, because `[A-Z]+` would search each run again.
 */
const EDGE = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

const SEPARATORS = /[\s_.-]+/g;

/** It takes one character, and readers of all languages know it. */
const DEFAULT_ELLIPSIS = "…";

/** Accents, variation selectors, skin tones and tags: they modify the character before them. */
const FOLLOWS =
  /^(?:\u200d|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}])/u;

/** Longer than any emoji. The bound cuts a text that consists of accents. */
const MAX_CLUSTER_LENGTH = 32;

/** Uses fixed ranges, because the Unicode tables of runtimes differ by version. */
export function startOfCluster(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && continuesAt(text, at)) {
    at -= widthAt(text, at - 2);
    if (offset - at > MAX_CLUSTER_LENGTH) return offset;
  }
  return at;
}

/** A zero-width joiner ties the next character to the one before. */
function continuesAt(text: string, at: number): boolean {
  return text[at - 1] === "\u200d" || FOLLOWS.test(text.slice(at, at + 2));
}

/** A text → the number of its code points, or a piece of it. A surrogate pair is never cut in half. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += widthAt(text, at)) count += 1;
  return count;
}

/** Like `slice` of a list: negative indexes count from the end. */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  const from = offsetOf(text, start);
  return text.slice(from, end === undefined ? text.length : offsetOf(text, end));
}

/** The offset of a code point in code units; where there is none, the nearest end of the text. */
function offsetOf(text: string, index: number): number {
  if (index < 0) return offsetFromEnd(text, -index);
  let at = 0;
  for (let left = index; left > 0 && at < text.length; left--) at += widthAt(text, at);
  return at;
}

function offsetFromEnd(text: string, count: number): number {
  let at = text.length;
  for (let left = count; left > 0 && at > 0; left--) at -= widthAt(text, at - 2);
  return at;
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** A text → its lines, with the line ends of Markdown: "\n", "\r\n" and "\r". */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n?|\n/);
}

/** `separator` must not be empty. A text beyond the limit is not split, because pieces take memory. */
export function splitText(text: string, separator: string, frame: Frame): readonly string[] {
  checkRoom(text.length, frame);
  frame.run.budget.spend(costOfSearch(separator, text));
  const find = createTextFinder(separator);
  const pieces: string[] = [];
  let start = 0;
  for (let at = find(text, 0); at !== -1; at = find(text, start)) {
    pieces.push(text.slice(start, at));
    frame.run.budget.spend(COST.pieces);
    start = at + separator.length;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** What people write between the items of a list. */
const DEFAULT_SEPARATOR = ", ";

function checkChoice({ args, hash }: CallLiterals): LiteralProblem | undefined {
  if (args.length > 1 || Object.keys(hash).length > 0) return undefined;
  const hint = 'Write {{choose state open="…" closed="…" default="…"}}.';
  return { problem: "takes texts to choose from", hint };
}
