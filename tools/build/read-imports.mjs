// @ts-check
// TypeScript or JavaScript as Biome formats it → the specifiers that it imports, types included.
//
// Why no parser: Biome writes every import in one way at the start of a line, so a pattern is exact,
// and the layer check takes a tenth of the time of one with a compiler.

/** `import a, { b } from "x"`, `export * from "x"`, `import type …`, over several lines. */
const STATEMENT =
  /^(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?|[\w$]+)\s+from\s+"([^"]+)"/gm;
const SIDE_EFFECT = /^import\s+"([^"]+)"/gm;
/** A dynamic import, or a type: `import("x").Name`. */
const CALL = /\bimport\(\s*"([^"]+)"/g;

/** Lines of comments, which may have examples with imports. */
const COMMENT = /^[ \t]*(?:\/\/|\/\*|\*).*$/gm;

/**
 * @param {string} text
 * @returns {string[]} each specifier once
 */
export function readImports(text) {
  const code = text.replace(COMMENT, "");
  const found = [STATEMENT, SIDE_EFFECT, CALL].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, specifier]) => specifier ?? ""),
  );
  return [...new Set(found)];
}
