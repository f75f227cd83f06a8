// @ts-check
// A bundled module → the same, with marks that tell bundlers which of its constants nobody needs.
//
// Why: a chunk that entries share has many modules in one file, so that `sideEffects` of the manifest, which is about
// files, says nothing any more. A bundler then keeps each constant whose value it would have to compute to know that
// computing it does nothing else: `new Map(…)`, a call, a member. None of our modules does anything else. Marked behind
// the bundling, because esbuild drops marks where it takes blanks out.
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

/** Bundlers know by themselves that these do nothing, or cannot be told. @param {import("acorn").Expression} value */
function isPlain({ type }) {
  return (
    type === "Literal" ||
    type === "ArrowFunctionExpression" ||
    type === "FunctionExpression" ||
    type === "ClassExpression" ||
    type === "AwaitExpression"
  );
}
