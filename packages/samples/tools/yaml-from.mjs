// @ts-check
// A config → YAML as people write it: texts of several lines as blocks, short lists and objects on one line.
import { Document, isCollection, isMap, isNode, Scalar, visit } from "yaml";

/** What is longer is easier to read below each other. */
const MAX_FLOW_CHARACTERS = 90;

/** Conditions and lists of names, but not mappings, which grow. */
const FLOW_KEYS = new Set([
  "token",
  "headers",
  "query",
  "match",
  "when",
  "not",
  "forEach",
  "auth",
  "rateLimit",
]);

/**
 * @param {unknown} config
 * @param {readonly import("./json5-comments.mjs").Comment[]} [comments]
 * @returns {string}
 */
export function yamlFrom(config, comments = []) {
  const document = new Document(config, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      const quotes = chooseQuotes(node.value, key === "key");
      if (quotes !== undefined) node.type = quotes;
    },
    Pair(_key, { key, value }) {
      const name = String(key);
      if (isCollection(value) && FLOW_KEYS.has(name) && isShort(value)) value.flow = true;
    },
    Collection(_key, node, path) {
      const isInRule = path.some((parent) => "key" in parent && String(parent.key) === "when");
      if (isInRule && isShort(node)) node.flow = true;
    },
  });
  for (const comment of comments) addComment(document, comment);
  return document.toString({ lineWidth: 0, blockQuote: "literal", defaultStringType: "PLAIN" });
}

/**
 * Before the key or element that it stood before. A collection on one line has no room for it.
 *
 * @param {Document} document
 * @param {import("./json5-comments.mjs").Comment} comment
 */
function addComment(document, { path, text }) {
  const parents = path.map((_key, index) => document.getIn(path.slice(0, index), true));
  for (const parent of parents) if (isCollection(parent)) parent.flow = false;
  const parent = parents.at(-1);
  const last = path.at(-1);
  const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === last) : undefined;
  const node = pair?.key ?? document.getIn(path, true);
  if (isNode(node)) node.commentBefore = [node.commentBefore, text].filter(Boolean).join("\n");
}

/** @param {import("yaml").YAMLMap | import("yaml").YAMLSeq} node */
function isShort(node) {
  const text = JSON.stringify(node.toJSON());
  return text.length <= MAX_FLOW_CHARACTERS && !text.includes("\\n");
}

/**
 * A template on one line, and an operator of a condition. Most of them would not need quotes; docs/yaml.md tells
 * people to write them always.
 *
 * @param {unknown} value
 * @param {boolean} isKey
 */
function chooseQuotes(value, isKey) {
  if (typeof value !== "string" || value.includes("\n")) return undefined;
  if (isKey) return /^[\w.-]+$/.test(value) ? undefined : Scalar.QUOTE_DOUBLE;
  if (!value.includes("{{")) return undefined;
  return value.includes('"') && !value.includes("'") ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE;
}
