// YAML text → plain data and its syntax tree, or all syntax errors.
import type { TextSpan } from "@hookwright/core";
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
import { explainYamlProblem } from "./mistakes/explain-yaml-problem.ts";
import type { ParseResult, SyntaxProblem } from "./syntax-node.ts";
import { createYamlTree, type YamlText } from "./yaml-tree.ts";

/** For what is wrong with the text as a whole. */
const AT_START: TextSpan = { start: 0, end: 0 };

export async function parseYaml(source: string, isIncluded: boolean): Promise<ParseResult> {
  // A config is plain data, so a tag that makes a Set or bytes is reported like an unknown tag.
  // The merge key `<<` is YAML 1.1, but people use it to share fields between mappings.
  const document = parseDocument(source, {
    merge: true,
    prettyErrors: false,
    logLevel: "error",
    resolveKnownTags: false,
    // Repeated keys are found in the tree: outside of the hooks they are none of our business.
    uniqueKeys: false,
  });
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0) {
    const { findYamlMistakes } = await import("./mistakes/find-yaml-mistakes.ts");
    return { ok: false, ...findYamlMistakes(errors, { document, source }) };
  }
  const { problems: wrongAliases, targets } = resolveAliases(document);
  const wrong = wrongAliases.length > 0 ? wrongAliases : checkMerges(document, targets);
  if (wrong.length > 0) {
    const errors = wrong.slice(0, MAX_PROBLEMS);
    return { ok: false, errors, furtherProblems: wrong.length - errors.length };
  }
  const converted = convert(document, { source, targets });
  if (!converted.ok || !MAY_BE_MISREAD.test(source)) return converted;
  const { findMisreadValues } = await import("./mistakes/find-misread-values.ts");
  return { ...converted, misread: findMisreadValues(document, { source, isIncluded }) };
}

/** A comment that may be none, a quote that does not quote, a number that is spelled in another way. */
const MAY_BE_MISREAD =
  /[ \t]#[^\s#]|: +&\S+ *(?:\r?\n|$)|#[^#\n]*\{\{|[“”„‘’«]|[\s,:[{][+-]?\d*(?:\.\d*0|e|0[0-9ox]|\d{16})/;

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
 * What each alias stands for. An alias without an anchor has no value, and an alias inside of its own anchor never
 * ends.
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

/** The parser throws where fields that are no map are to be merged. */
function checkMerges(document: Document, targets: YamlText["targets"]): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const isMap = (node: unknown): boolean => isMapNode(targets.get(node) ?? node);
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.type !== Scalar.PLAIN || typeof key.value !== "symbol") return;
      const merged = targets.get(value) ?? value;
      if (isSeq(merged) ? merged.items.every(isMap) : isMap(merged)) return;
      problems.push({
        message: "The merge key << takes the fields of a map, and there is none.",
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
