// YAML text → plain data and its syntax tree, or all syntax errors.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Range,
  type Scalar,
  visit,
} from "yaml";
import type { ParseResult, SyntaxEntry, SyntaxNode, SyntaxProblem } from "./syntax-node.ts";

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
    describeError(code, pos[0]),
  );
  const aliases = errors.length > 0 ? [] : checkAliases(document);
  if (errors.length + aliases.length > 0) return { ok: false, errors: [...errors, ...aliases] };
  return convert(document);
}

function convert(document: Document): ParseResult {
  try {
    // Attack: aliases of aliases grow exponentially. The parser throws beyond a limit of its own.
    const config: unknown = document.toJS();
    return { ok: true, config, root: createNode(document, document.contents, 0) };
  } catch {
    return {
      ok: false,
      errors: [{ message: "The aliases of the config multiply beyond what is reasonable." }],
    };
  }
}

/** Replace the parser's messages, which quote the text: it may hold a secret. */
const SENTENCES: Readonly<Record<string, Omit<SyntaxProblem, "offset">>> = {
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

function describeError(code: string, offset: number): SyntaxProblem {
  return { ...(SENTENCES[code] ?? OTHER), offset };
}

/** More than people write. The parser searches all anchors again for each alias. */
const MAX_ALIASES = 1_000;

const TOO_MANY_ALIASES: SyntaxProblem = {
  message: `The config has more than ${MAX_ALIASES} aliases.`,
  hint: "Write the values out, or split the config.",
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
          offset: startOf(alias),
        });
      } else if (ancestors.includes(target)) {
        problems.push({
          message: "This alias refers to a value that it is part of.",
          offset: startOf(alias),
        });
      }
      return undefined;
    },
  });
  return count > MAX_ALIASES ? [TOO_MANY_ALIASES] : problems;
}

function createNode(document: Document, node: Node | null, keyOffset: number): SyntaxNode {
  const target = isAlias(node) ? node.resolve(document) : node;
  return {
    keyOffset,
    // A key without a colon has no value node.
    valueOffset: node === null ? keyOffset : startOf(node),
    child: (step) => findChild(document, target, step),
    entries: () => listEntries(document, target),
  };
}

/** A key of another kind than a scalar, or one that merges, has no name in the data. */
function listEntries(document: Document, node: unknown): readonly SyntaxEntry[] {
  if (isMap<unknown, Node | null>(node)) {
    return node.items.flatMap(({ key, value }) => {
      if (!isScalar(key) || isMergeKey(key)) return [];
      return [{ step: String(key.value), node: createNode(document, value, startOf(key)) }];
    });
  }
  if (!isSeq<Node>(node)) return [];
  return node.items.map((item, step) => ({
    step,
    node: createNode(document, item, startOf(item)),
  }));
}

function isMergeKey({ value }: Scalar): boolean {
  return value === "<<" || typeof value === "symbol";
}

/** If a key is repeated, its last value counts. */
function findChild(
  document: Document,
  node: unknown,
  step: string | number,
): SyntaxNode | undefined {
  if (isMap<unknown, Node | null>(node)) {
    const pair = node.items.findLast(
      ({ key }) => isScalar(key) && String(key.value) === String(step),
    );
    return pair && createNode(document, pair.value as Node | null, startOf(pair.key as Node));
  }
  if (!isSeq<Node>(node) || typeof step !== "number") return undefined;
  const item = node.items[step];
  return item && createNode(document, item, startOf(item));
}

/** Every node that was parsed from a text has a range. */
function startOf(node: Node): number {
  return (node.range as Range)[0];
}
