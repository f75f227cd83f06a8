// @ts-check
// A hook of Node's loader: modules of the workspace come from `build`, and note each function that begins.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

let root = "";

/** @param {{ root: string }} data */
export function initialize(data) {
  root = data.root;
}

/** @param {string} specifier @param {any} context @param {any} next */
export function resolve(specifier, context, next) {
  const [, folder = "", entry = ""] = /^@hookwright\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (folder === "") return next(specifier, context);
  const manifest = JSON.parse(readFileSync(`${root}/packages/${folder}/package.json`, "utf8"));
  const built = manifest.exports[`.${entry}`].default.replace("./dist/", "build/");
  const url = pathToFileURL(`${root}/packages/${folder}/${built}`).href;
  return { url, format: "module", shortCircuit: true };
}

/** @param {string} url @param {any} context @param {any} next */
export async function load(url, context, next) {
  if (!/\/packages\/[^/]+\/build\/.*\.js$/.test(url) || /\/generated\//.test(url)) {
    return next(url, context);
  }
  const path = fileURLToPath(url);
  const name = relative(root, path).replace("/build/", "/src/").replace(/\.js$/, ".ts");
  const source = noteFunctions(await readFile(path, "utf8"), name);
  return { format: "module", source, shortCircuit: true };
}

/** @param {string} text @param {string} name @returns {string} */
function noteFunctions(text, name) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  /** @type {[at: number, text: string][]} */
  const insertions = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const body = /** @type {ts.Node} */ (node.body);
      const note = `globalThis.noteEntered?.(${JSON.stringify(`${name}#${node.pos}`)})`;
      if (ts.isBlock(body)) {
        const first = body.statements[0];
        const isSuper =
          ts.isConstructorDeclaration(node) && first?.getText(file).startsWith("super");
        insertions.push([isSuper && first ? first.end : body.getStart(file) + 1, `${note};`]);
      } else {
        insertions.push([body.getStart(file), `(${note}, `], [body.end, ")"]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  // Of two at one offset, the later one is the inner one, and comes first.
  const sorted = insertions.map((one, order) => ({ one, order }));
  sorted.sort(
    (a, b) => b.one[0] - a.one[0] || (b.one[1] === ")" ? a.order - b.order : b.order - a.order),
  );
  let result = text;
  for (const { one } of sorted) result = result.slice(0, one[0]) + one[1] + result.slice(one[0]);
  return result;
}
