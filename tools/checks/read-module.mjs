// @ts-check
// One JavaScript file → its imports and requires, and the lines that turn text into code.
//
// Why a parser: bundles and CommonJS libraries spell imports in many ways, and "eval(" in a comment
// or a string is harmless.
import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * @typedef {object} ModuleFacts
 * @property {readonly string[]} specifiers each once, in order
 * @property {readonly string[]} faults `line: problem`
 */

/**
 * @param {string} file
 * @returns {ModuleFacts}
 */
export function readModule(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  /** @type {Set<string>} */
  const specifiers = new Set();
  /** @type {string[]} */
  const faults = [];

  /** @param {ts.Node} node */
  const visit = (node) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier))
      specifiers.add(specifier.text);
    const fault = faultOf(node, specifier);
    if (fault !== undefined) faults.push(`${lineOf(source, node)}: ${fault}`);
    ts.forEachChild(node, visit);
  };

  visit(source);
  return { specifiers: [...specifiers], faults };
}

/**
 * @param {ts.Node} node
 * @returns {ts.Expression | undefined} the expression of the specifier
 */
function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isRequire = ts.isIdentifier(expression) && expression.text === "require";
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  return isRequire || isImport ? node.arguments[0] : undefined;
}

/**
 * @param {ts.Node} node
 * @param {ts.Expression | undefined} specifier
 */
function faultOf(node, specifier) {
  if (specifier !== undefined && !ts.isStringLiteralLike(specifier)) {
    return "imports a module whose name is only known at run time";
  }
  return faultOfName(node) ?? faultOfMember(node) ?? faultOfConstructor(node);
}

/** Names that turn text into code or give a module, whatever object they are read from. */
const FORBIDDEN = new Map([
  ["eval", "uses eval"],
  ["Function", "uses new Function"],
  ["getBuiltinModule", "uses process.getBuiltinModule"],
]);

/**
 * `Function` may follow `instanceof`, and any of them as a key.
 *
 * @param {ts.Node} node
 */
function faultOfName(node) {
  if (!ts.isIdentifier(node) || isKey(node)) return undefined;
  const { parent } = node;
  const isCompared =
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
    parent.right === node;
  return isCompared ? undefined : FORBIDDEN.get(node.text);
}

/** @param {ts.Identifier} node as in `{ eval: 1 }`; `{ eval: f } = x` and `{ eval } = x` read it */
function isKey({ parent, text }) {
  return ts.isPropertyAssignment(parent) && parent.name.getText() === text;
}

/**
 * `globalThis["eval"]`, `Reflect.construct`, and members of `globalThis` that are computed.
 *
 * @param {ts.Node} node
 */
function faultOfMember(node) {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
  const object = ts.isIdentifier(node.expression) ? node.expression.text : "";
  const member = memberOf(node);
  if (object === "globalThis" && member === undefined) {
    return "reads a global whose name is only known at run time";
  }
  // The function could be that of `constructor`, which is `Function`.
  if (object === "Reflect" && member === "construct") return "uses Reflect.construct";
  return ts.isElementAccessExpression(node) ? FORBIDDEN.get(member ?? "") : undefined;
}

/**
 * Every function has `Function` as its `constructor`. To compare it is harmless; a call of it, also by
 * another name, may not be. `Name.prototype.constructor` is `Name`.
 *
 * @param {ts.Node} node
 */
function faultOfConstructor(node) {
  if (memberOf(node) !== "constructor") return undefined;
  const { expression, parent } = /** @type {ts.PropertyAccessExpression} */ (node);
  const isComparison = ts.isBinaryExpression(parent) && COMPARISONS.has(parent.operatorToken.kind);
  if (isComparison || memberOf(expression) === "prototype") return undefined;
  return "reads a constructor from a value";
}

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/**
 * @param {ts.Node} node
 * @returns {string | undefined} the name of the member, where it is written
 */
function memberOf(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isElementAccessExpression(node)) return undefined;
  const { argumentExpression: key } = node;
  return ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) ? key.text : undefined;
}

/**
 * @param {ts.SourceFile} source
 * @param {ts.Node} node
 */
function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
