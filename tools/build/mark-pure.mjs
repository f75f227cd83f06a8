// @ts-check
// A bundled module → the same, with marks that let bundlers drop unused constants.
//
// Why: entries share chunks of many modules, so `sideEffects` of the manifest, which works by file, no longer helps. A
// bundler keeps a constant if computing its value could have side effects: `new Map(…)`, a call, a member. Ours have
// none. The marks are added after bundling, because esbuild drops them when it removes white space.
import { parse } from "acorn";

/** @param {string} code of a module @returns {string} the same, on the same lines */
export function markPure(code) {
  const { body } = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const values = body
    .map((statement) =>
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement,
    )
    .flatMap((statement) =>
      statement?.type === "VariableDeclaration" ? statement.declarations : [],
    )
    .flatMap(({ id, init }) => (id.type === "Identifier" && init && !isPlain(init) ? [init] : []));
  let from = 0;
  const parts = values.map(({ start, end }) => {
    const part = `${code.slice(from, start)}/* @__PURE__ */(()=>(${code.slice(start, end)}))()`;
    from = end;
    return part;
  });
  return parts.join("") + code.slice(from);
}

/** Bundlers know by themselves that these do nothing, or cannot be marked. @param {import("acorn").Expression} value */
function isPlain({ type }) {
  return (
    type === "Literal" ||
    type === "ArrowFunctionExpression" ||
    type === "FunctionExpression" ||
    type === "ClassExpression" ||
    type === "AwaitExpression"
  );
}
