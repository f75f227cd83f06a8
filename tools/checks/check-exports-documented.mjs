// @ts-check
// The published entries → the exports whose declaration has no doc comment.
//
// Why: the doc comment is all that an editor shows to an integrator who imports the name.
import { posix } from "node:path";
import ts from "typescript";
import { readPackages } from "./read-packages.mjs";
import { runCheck } from "./run-check.mjs";

/**
 * @param {string} root of the workspace
 * @returns {import("./run-check.mjs").CheckResult}
 */
export function checkExportsDocumented(root) {
  const files = readPackages(root)
    .filter(({ isPrivate }) => !isPrivate)
    .flatMap(({ folder, entries }) => entries.map(({ source }) => `${root}/${folder}/${source}`))
    // Internal entries are for packages of the same version.
    .filter((file) => !file.endsWith("/internal.ts"));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    noLib: true,
    types: [],
  });
  const exported = files.flatMap((file) => exportsOf(program, file));
  const problems = exported
    .filter(({ documented }) => !documented)
    .map(({ name, file, line }) => `${posix.relative(root, file)}:${line}: ${name} has no comment`);
  return {
    problems: [...new Set(problems)],
    summary: `exports: ${exported.length} names in ${files.length} entries`,
  };
}

/**
 * @param {ts.Program} program
 * @param {string} file
 */
function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is missing or exports nothing`);
  return checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return {
      name: symbol.name,
      documented: target.getDocumentationComment(checker).length > 0,
      ...positionOf(target.declarations?.[0], file),
    };
  });
}

/**
 * @param {ts.Declaration | undefined} declaration undefined if the export names nothing
 * @param {string} entry
 */
function positionOf(declaration, entry) {
  if (declaration === undefined) return { file: entry, line: 1 };
  const source = declaration.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(declaration.getStart());
  return { file: source.fileName, line: line + 1 };
}

await runCheck(import.meta.url, checkExportsDocumented);
