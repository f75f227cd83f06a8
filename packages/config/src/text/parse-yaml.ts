// YAML text → plain data and its syntax tree, or all syntax errors.
import type { TextSpan } from "@hookwright/core";
import { type Document, type Node, parseDocument, type Range, visit } from "yaml";
import type { ParseResult, SyntaxProblem } from "./syntax-node.ts";
import { createYamlTree } from "./yaml-tree.ts";

/** For what is wrong with the text as a whole. */
const AT_START: TextSpan = { start: 0, end: 0 };

export function parseYaml(source: string): ParseResult {
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
  const errors = [...document.errors, ...document.warnings].map(({ code, pos }) =>
    describeError(code, { start: pos[0], end: pos[1] }),
  );
  const aliases = errors.length > 0 ? [] : checkAliases(document);
  if (errors.length + aliases.length > 0) return { ok: false, errors: [...errors, ...aliases] };
  return convert(document, source);
}

function convert(document: Document, source: string): ParseResult {
  try {
    // Attack: aliases of aliases grow exponentially. The parser throws beyond a limit of its own.
    const config: unknown = document.toJS();
    return { ok: true, config, root: createYamlTree(document, source) };
  } catch {
    return {
      ok: false,
      errors: [
        {
          message: "The aliases of the config multiply beyond what is reasonable.",
          span: AT_START,
        },
      ],
    };
  }
}

/** Replace the parser's messages, which quote the text: it may hold a secret. */
const SENTENCES: Readonly<Record<string, Omit<SyntaxProblem, "span">>> = {
  BAD_INDENT: { message: "The indentation does not fit the lines around it." },
  MISSING_CHAR: { message: "A quote, bracket, comma or colon is missing." },
  MULTIPLE_DOCS: {
    message: "There is more than one YAML document.",
    hint: 'Remove the line "---" and what follows.',
  },
  TAB_AS_INDENT: { message: "A tab is used for indentation.", hint: "Indent with spaces." },
  TAG_RESOLVE_FAILED: {
    message: "This YAML tag is not known.",
    hint: 'Remove the tag. A secret in the environment is written as { env: "NAME" }.',
  },
};

const OTHER = { message: "The config is not valid YAML: something unexpected stands here." };

function describeError(code: string, span: TextSpan): SyntaxProblem {
  return { ...(SENTENCES[code] ?? OTHER), span };
}

/** More than people write. The parser searches all anchors again for each alias. */
const MAX_ALIASES = 1_000;

const TOO_MANY_ALIASES: SyntaxProblem = {
  message: `The config has more than ${MAX_ALIASES} aliases.`,
  hint: "Write the values out, or split the config.",
  span: AT_START,
};

/**
 * An alias without an anchor has no value, and an alias inside of its own anchor never ends.
 *
 * The anchors are collected on the way: the parser's own `resolve` walks through the whole document for
 * each alias, which took 70 s for a config of 190 KB.
 */
function checkAliases(document: Document): readonly SyntaxProblem[] {
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
      if (target === undefined) {
        problems.push({
          message: "This alias refers to an anchor that does not exist.",
          span: spanOf(alias),
        });
      } else if (ancestors.includes(target)) {
        problems.push({
          message: "This alias refers to a value that it is part of.",
          span: spanOf(alias),
        });
      }
      return undefined;
    },
  });
  return count > MAX_ALIASES ? [TOO_MANY_ALIASES] : problems;
}

function spanOf(node: Node): TextSpan {
  const [start, end] = node.range as Range;
  return { start, end };
}
