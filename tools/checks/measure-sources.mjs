// @ts-check
// The sources of a workspace → its files, lines and exports, and those exports that only their own file uses.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";
import { listFiles } from "./list-files.mjs";
import { readPackages } from "./read-packages.mjs";

/**
 * @typedef {object} Figures
 * @property {number} files without tests, declarations and generated code
 * @property {number} lines
 * @property {number} exported names
 * @property {number} forOne files with one exported value that one other file imports
 * @property {number} unused exported names that no other file imports, entries of packages aside
 */

/**
 * @typedef {object} Source
 * @property {string} path
 * @property {number} lines
 * @property {readonly { name: string, isType: boolean }[]} exported
 * @property {readonly { target: string, names: readonly string[] | "all" }[]} imports
 */

/** A build puts these in the place of an entry of another package, so nothing imports them by their paths. */
const STAND_INS = ["packages/studio/src/engine/no-verification.ts"];

/**
 * @param {string} root
 * @returns {{ total: Figures, packages: readonly (Figures & { name: string })[], unusedNames: readonly string[] }}
 */
export function measureSources(root) {
  const packages = readPackages(root);
  const entries = new Set([
    ...packages.flatMap(({ folder, entries: own }) =>
      own.map(({ source }) => `${folder}/${source}`),
    ),
    ...STAND_INS,
  ]);
  const sources = listSources(root, packages);
  const users = findUsers(sources);
  const isCounted = (/** @type {Source} */ { path }) =>
    /^packages\/[^/]+\/src\//.test(path) && !/\.test\.ts$|\.d\.ts$|\/generated\//.test(path);
  const measured = sources.filter(isCounted).map((source) => {
    const own = users.get(source.path) ?? new Map();
    const isEntry = entries.has(source.path) || own.has("*");
    const importers = new Set([...own.values()].flatMap((files) => [...files]).filter(isSource));
    const values = source.exported.filter(({ isType }) => !isType);
    const unused = isEntry
      ? []
      : source.exported.filter(({ name }) => !own.has(name) && name !== COLLECTED);
    return {
      folder: source.path.split("/")[1] ?? "",
      lines: source.lines,
      exported: source.exported.length,
      forOne: values.length === 1 && importers.size === 1 && !isDoor(importers) ? 1 : 0,
      unused: unused.length,
      unusedNames: unused.map(({ name }) => `${source.path}: ${name}`),
    };
  });
  return {
    total: sum(measured),
    unusedNames: measured.flatMap(({ unusedNames }) => unusedNames),
    packages: [...new Set(measured.map(({ folder }) => folder))].map((name) => ({
      name,
      ...sum(measured.filter(({ folder }) => folder === name)),
    })),
  };
}

/** The generator of codes imports this name from each file that exports it. */
const COLLECTED = "CODES";

/** @param {string} path */
const isSource = (path) => !/\.test\.ts$/.test(path) && /^packages\/[^/]+\/src\//.test(path);

/** What only a door lets through is for others. @param {ReadonlySet<string>} importers */
const isDoor = (importers) => [...importers].some((path) => /\/(?:index|internal)\.ts$/.test(path));

/** @param {readonly { lines: number, exported: number, forOne: number, unused: number }[]} rows @returns {Figures} */
function sum(rows) {
  const add = (/** @type {(row: typeof rows[number]) => number} */ read) =>
    rows.reduce((total, row) => total + read(row), 0);
  return {
    files: rows.length,
    lines: add(({ lines }) => lines),
    exported: add(({ exported }) => exported),
    forOne: add(({ forOne }) => forOne),
    unused: add(({ unused }) => unused),
  };
}

/** @param {string} root @param {readonly { folder: string }[]} packages @returns {Source[]} */
function listSources(root, packages) {
  const folders = ["docs", "examples", "bench", "tools"].filter((name) =>
    existsSync(`${root}/${name}`),
  );
  const outside = folders.flatMap((name) => listFiles(root, /\.(?:tsx?|mjs)$/, name));
  const inside = packages.flatMap(({ folder }) =>
    readdirSync(`${root}/${folder}`)
      .filter((name) => ["src", "test", "tools"].includes(name))
      .flatMap((name) => listFiles(`${root}/${folder}`, /\.(?:tsx?|mjs)$/, name))
      .map((file) => `${folder}/${file}`),
  );
  return [...inside, ...outside].map((path) => readSource(root, path));
}

/** @param {string} root @param {string} path @returns {Source} */
function readSource(root, path) {
  const text = readFileSync(`${root}/${path}`, "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  /** @type {Source["imports"][number][]} */
  const imports = [];
  /** @type {Source["exported"][number][]} */
  const exported = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      const named = ts.isImportDeclaration(statement)
        ? statement.importClause?.namedBindings
        : statement.exportClause;
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
      imports.push({ target: targetOf(path, moduleSpecifier.text), names: namesOf(named) });
      continue;
    }
    exported.push(...exportsOf(statement));
  }
  // Tools read some tables without an import.
  for (const [, specifier = ""] of text.matchAll(/\b(?:import|URL)\(\s*"(\.[^"]+)"/g)) {
    imports.push({ target: targetOf(path, specifier), names: "all" });
  }
  for (const [, file = ""] of text.matchAll(/\bsource\("([^"]+\.ts)"\)/g)) {
    imports.push({ target: `packages/${file}`, names: "all" });
  }
  return { path, lines: text.split("\n").length - 1, exported, imports };
}

/** Benchmarks import the modules that the compiler wrote. @param {string} path @param {string} specifier */
function targetOf(path, specifier) {
  if (!specifier.startsWith(".")) return specifier;
  const target = posix.join(posix.dirname(path), specifier);
  return /\/build\//.test(target)
    ? target.replace("/build/", "/src/").replace(/\.js$/, ".ts")
    : target;
}

/** @param {ts.NamedImportBindings | ts.NamedExportBindings | undefined} named @returns {readonly string[] | "all"} */
function namesOf(named) {
  if (named === undefined || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return "all";
  return named.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** @param {ts.Statement} statement @returns {Source["exported"][number][]} */
function exportsOf(statement) {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [{ name: name.text, isType: false }] : [],
    );
  }
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
    return [{ name: statement.name.text, isType: true }];
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [{ name: statement.name.text, isType: false }] : [];
}

/** @param {readonly Source[]} sources @returns {Map<string, Map<string, Set<string>>>} file → name → importers */
function findUsers(sources) {
  const users = new Map(sources.map(({ path }) => [path, new Map()]));
  for (const { path, imports } of sources) {
    for (const { target, names } of imports) {
      const own = users.get(target);
      if (own === undefined) continue;
      for (const name of names === "all" ? ["*"] : names) {
        own.set(name, (own.get(name) ?? new Set()).add(path));
      }
    }
  }
  return users;
}
