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
  if (ts.isIdentifier(node) && node.text === "eval" && !isPropertyName(node)) return "uses eval";
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const { expression } = node;
    if (ts.isIdentifier(expression) && expression.text === "Function") return "uses new Function";
  }
  return undefined;
}

/** @param {ts.Identifier} node */
function isPropertyName({ parent, text }) {
  return ts.isPropertyAssignment(parent) && parent.name.getText() === text;
}

/**
 * @param {ts.SourceFile} source
 * @param {ts.Node} node
 */
function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
