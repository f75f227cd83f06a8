// YAML text → plain data and its syntax tree, or all syntax errors.
import type { FileRange, Problem, TextSpan } from "@hookwright/core";
import { knownKeys } from "@hookwright/core/problems";
import {
  type Document,
  isMap as isMapNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Range,
  Scalar,
  visit,
} from "yaml";
import type { ConfigDocument } from "../load-result.ts";
import { MAX_PROBLEMS } from "../report/limit-problems.ts";
import type { ParseResult, SyntaxProblem } from "./syntax-node.ts";
import { createYamlTree, type YamlText } from "./yaml-tree.ts";

/** For problems of the text as a whole. */
const AT_START: TextSpan = { start: 0, end: 0 };

export async function parseYaml(source: string, isIncluded: boolean): Promise<ParseResult> {
  const document = parseText(source);
  if (document.errors.length + document.warnings.length > 0) {
    const { findYamlMistakes } = await import("./mistakes/find-yaml-mistakes.ts");
    return { ok: false, ...findYamlMistakes(document, source, parseText) };
  }
  const spaces = findSpaces(document, source);
  if (spaces.length > 0) return refuse(spaces);
  const { problems: wrongAliases, targets } = resolveAliases(document);
  const wrong = wrongAliases.length > 0 ? wrongAliases : checkMerges(document, targets);
  if (wrong.length > 0) return refuse(wrong);
  const converted = convert(document, { source, targets });
  if (!converted.ok || !MAY_BE_MISREAD.test(source)) return converted;
  const { findMisreadValues } = await import("./mistakes/find-misread-values.ts");
  return { ...converted, misread: findMisreadValues(document, { source, isIncluded }) };
}

function refuse(all: readonly SyntaxProblem[]): ParseResult {
  const errors = all.slice(0, MAX_PROBLEMS);
  return { ok: false, errors, furtherProblems: all.length - errors.length };
}

function parseText(source: string): Document {
  // A config is plain data, so a tag that makes a Set or bytes is reported like an unknown tag.
  // The merge key `<<` is YAML 1.1, but people use it to share fields between mappings.
  return parseDocument(source, {
    merge: true,
    prettyErrors: false,
    logLevel: "error",
    resolveKnownTags: false,
    // Repeated keys are found in the tree, because those outside of the hooks are not ours to report.
    uniqueKeys: false,
  });
}

/** Spaces that YAML does not count as indentation: to YAML, a key after them is in the first column. */
const FOREIGN_SPACES =
  /^[ \t]*[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff][ \t\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]*/;

const HAS_FOREIGN_SPACES = new RegExp(`(?:^|\n)${FOREIGN_SPACES.source.slice(1)}[\\w"'-]`);

function findSpaces(document: Document, source: string): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  if (!HAS_FOREIGN_SPACES.test(source)) return problems;
  visit(document, {
    Scalar(role, key) {
      const spaces = role === "key" ? FOREIGN_SPACES.exec(String(key.value))?.[0] : undefined;
      if (spaces === undefined) return;
      const { start } = spanOf(key);
      const span = { start, end: start + spaces.length };
      problems.push({
        message:
          "The spaces before this key are not indentation in YAML; text copied from a web page often has them.",
        hint: "Write ordinary spaces in their place.",
        span,
        fix: {
          title: "Write ordinary spaces",
          safe: true,
          edits: [{ ...span, text: " ".repeat(spaces.length) }],
        },
      });
    },
  });
  return problems;
}

/**
 * Values that may be misread: a comment that may be text, a quote that does not quote, a number in another spelling.
 */
const MAY_BE_MISREAD =
  /[ \t]#[^\s#]|: +&\S+ *(?:\r?\n|$)|#[^#\n]*\{\{|[“”„‘’«]|[\s,:[{][+-]?\d*(?:\.\d*0|e|0[0-9ox]|\d{16})|[\s,:[](?:yes|no|on|off)[ \t]*(?:[\],}#\r\n]|$)|\d_\d|,[ \t]*(?:[#\r\n]|$)/i;

/** Attack: aliases of aliases grow exponentially. The parser throws a ReferenceError beyond a limit of its own. */
function convert(document: Document, { source, targets }: YamlText): ParseResult {
  const config: unknown = document.toJS();
  const explain: ConfigDocument["explain"] = (problem, range) =>
    explainYamlProblem(problem, { source, range });
  return {
    ok: true,
    config,
    root: createYamlTree(document.contents, { source, targets }),
    explain,
  };
}

/** More than people write. The parser searches all anchors again for each alias. */
const MAX_ALIASES = 1_000;

const TOO_MANY_ALIASES: SyntaxProblem = {
  message: `The config has more than ${MAX_ALIASES} aliases.`,
  hint: "Write the values out, or split the config.",
  span: AT_START,
};

interface ResolvedAliases {
  readonly problems: readonly SyntaxProblem[];
  readonly targets: YamlText["targets"];
}

/**
 * The target of each alias. An alias without an anchor has no value; an alias inside of its own anchor would never
 * end.
 *
 * The anchors are collected on the way: the parser's own `resolve` walks through the whole document for
 * each alias, which took 70 s for a config of 190 KB.
 */
function resolveAliases(document: Document): ResolvedAliases {
  const targets = new Map<unknown, Node>();
  const problems: SyntaxProblem[] = [];
  const anchors = new Map<string, Node>();
  let count = 0;
  visit(document, {
    Value(_key, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias(_key, alias, ancestors) {
      count += 1;
      if (count > MAX_ALIASES) return visit.BREAK;
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
      if (target === undefined) {
        problems.push({
          message:
            "An asterisk at the start of a value is a YAML alias, and the anchor that it refers to does not exist.",
          hint: "If it is text, put quotes around the whole value.",
          span: spanOf(alias),
        });
      } else if (ancestors.includes(target)) {
        problems.push({
          message: "This alias refers to a value that it is part of.",
          hint: "Write the value out.",
          span: spanOf(alias),
        });
      }
      return undefined;
    },
  });
  return { problems: count > MAX_ALIASES ? [TOO_MANY_ALIASES] : problems, targets };
}

/** The parser throws if the value of a merge key is not a map. */
function checkMerges(document: Document, targets: YamlText["targets"]): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const isMap = (node: unknown): boolean => isMapNode(targets.get(node) ?? node);
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.type !== Scalar.PLAIN || typeof key.value !== "symbol") return;
      const merged = targets.get(value) ?? value;
      if (isSeq(merged) ? merged.items.every(isMap) : isMap(merged)) return;
      problems.push({
        message: "The merge key << needs a map, and its value is not one.",
        hint: "Write an alias of a map after it, such as `<<: *defaults`, or remove the line.",
        span: spanOf(key as Node),
      });
    },
  });
  return problems;
}

function spanOf(node: Node): TextSpan {
  const [start, end] = node.range as Range;
  return { start, end };
}

/** The text in the file at a problem. */
interface Written {
  readonly problem: Problem;
  readonly value: string;
  /** The text before and after the value on its line. */
  readonly before: string;
  readonly behind: string;
}

interface Explanation {
  /** Continues the sentence of the core. */
  readonly reason?: string;
  readonly hint: string;
  /** The replacement text within the value that fixes it. */
  readonly insert?: { readonly at: number; readonly text: string };
}

/** A line may contain the whole file, so only this many characters on either side are read. */
const MAX_NEAR = 1_000;

/**
 * A problem of the core and its text in a YAML file → the problem with an explanation of what YAML made of the text.
 */
function explainYamlProblem(
  problem: Problem,
  { source, range }: { readonly source: string; readonly range: FileRange },
): Problem {
  const { start, end } = range;
  const [behind = ""] = source.slice(end.offset, end.offset + MAX_NEAR).split("\n", 1);
  const value = source.slice(start.offset, end.offset);
  const before = source.slice(start.offset - Math.min(start.column - 1, MAX_NEAR), start.offset);
  const found = find({ problem, value, before, behind });
  if (found === undefined) return problem;
  const { reason, hint, insert } = found;
  const message =
    reason === undefined ? problem.message : `${problem.message.slice(0, -1)}: ${reason}.`;
  if (insert === undefined) return { ...problem, message, hint };
  const { change: _, ...rest } = problem;
  const at = { ...start, offset: start.offset + insert.at, column: start.column + insert.at };
  const edits = [{ range: { start: at, end: at }, text: insert.text }];
  return { ...rest, message, hint, fixes: [{ title: "Add a space", safe: true, edits }] };
}

function find(written: Written): Explanation | undefined {
  const { code, message } = written.problem;
  if (code === "unknown_key" || code === "condition_operator_unknown") return explainKey(written);
  if (code !== "wrong_type") return undefined;
  if (message.endsWith("not null.")) return explainEmpty(written);
  const wanted = /must be (a string|true or false|a number|a whole number)/.exec(message)?.[1];
  if (wanted === "a string") return explainText(written);
  return wanted === "true or false" ? explainBoolean(written) : explainNumber(written, wanted);
}

function explainEmpty({ problem, before, behind }: Written): Explanation {
  if (/^\s*#/.test(behind)) {
    return {
      reason: "everything after # is a comment in YAML",
      hint: "Put quotes around the whole value if # is part of it.",
    };
  }
  if (/&\S+\s*$/.test(before)) {
    return {
      reason: "& at the start of a value names an anchor in YAML",
      hint: "Put quotes around the whole value if & is part of it.",
    };
  }
  if (/must be (?:an object|a list)/.test(problem.message)) {
    return {
      reason: "nothing below it is indented deeper",
      hint: "Indent the lines that belong to it by two spaces more than the key.",
    };
  }
  return { hint: 'Write a value after the colon, "" for an empty text, or remove the key.' };
}

function explainText({ value }: Written): Explanation | undefined {
  const quotes = "Put quotes around the whole value";
  if (value.startsWith("{{")) {
    return {
      reason: "YAML reads {{…}} without quotes as braces",
      hint: `${quotes}: "{{…}}".`,
    };
  }
  if (/^[{[]/.test(value)) {
    return {
      reason: "YAML reads brackets at the start of a value as a list or an object",
      hint: `${quotes} if it is text.`,
    };
  }
  if (/^(?:true|false)$/i.test(value)) return { hint: `${quotes} if it is text.` };
  if (!/^[+.-]?\d/.test(value)) return undefined;
  const isChanged = String(Number(value)) !== value;
  const lost = isChanged ? ", and its spelling is lost" : "";
  return { reason: `YAML reads it without quotes as a number${lost}`, hint: `${quotes}.` };
}

function explainBoolean({ value }: Written): Explanation | undefined {
  const spelling = /^["']?(?:(yes|y|on|true)|no|n|off|false)["']?$/i.exec(value);
  if (spelling === null) return undefined;
  const hint = `Write ${spelling[1] === undefined ? "false" : "true"}.`;
  if (/^["']/.test(value)) return { reason: "a value in quotes is text", hint };
  return {
    reason: "only true and false are such values in YAML 1.2; yes, no, on and off are text",
    hint,
  };
}

function explainNumber({ value }: Written, wanted: string | undefined): Explanation | undefined {
  if (wanted === undefined || !/^["']?\d[\d_]*["']?$/.test(value)) return undefined;
  const hint = "Write digits alone.";
  if (/^["']/.test(value)) return { reason: "a value in quotes is text", hint };
  return { reason: "with an underscore it is text in YAML 1.2", hint };
}

/** `path:x`, but not a URL. */
const GLUED = /^["']?([\w.-]+):(?=[^\s/])/;

/** A key with the wrong indentation, or text that YAML reads as a key. */
function explainKey({ problem: { code, path }, value }: Written): Explanation | undefined {
  const key = String(path.at(-1));
  const [glued, name] = GLUED.exec(key) ?? [];
  if (glued !== undefined && value.startsWith(key)) {
    return {
      reason: "without a space after the colon, YAML reads all of it as the key",
      hint: `Write ${name}: ${key.slice(glued.length)}`,
      insert: { at: glued.length, text: " " },
    };
  }
  if (code !== "unknown_key") return undefined;
  if (/^-[A-Za-z]/.test(key)) {
    return {
      reason: "without a space after it, the dash does not begin a list entry in YAML",
      hint: `Write "- ${key.slice(1)}".`,
    };
  }
  if (key.startsWith("{ ? {")) {
    return {
      reason: "a comma within braces begins another entry in YAML",
      hint: "Put quotes around the whole text that has the comma.",
    };
  }
  const parent = path.at(-2);
  const isOfMapping = knownKeys(A_MAPPING_KEY).includes(key);
  const isOfMatch = knownKeys(A_MATCH_KEY).includes(key);
  if (parent === "match" && isOfMapping) {
    return { hint: 'It belongs to the mapping: begin it in the same column as "match".' };
  }
  if (parent === "hooks" && isOfMapping) {
    return { hint: 'It belongs to a mapping: begin it in the same column as "match", below "- ".' };
  }
  if (path.length === 4 && path[1] === "mappings" && isOfMatch) {
    return { hint: 'It belongs to "match": indent it by two spaces more than "match".' };
  }
  return undefined;
}

const A_MAPPING_KEY = ["hooks", "mappings", 0, "match"];

const A_MATCH_KEY = [...A_MAPPING_KEY, "path"];
