// @ts-check
// TypeScript or JavaScript as Biome formats it → the specifiers that it imports, types included.
//
// Why no parser: Biome leaves one spelling of an import at the start of a line, so that a pattern
// is exact there, and the layer check stays ten times as fast as one that starts a compiler.

/** `import a, { b } from "x"`, `export * from "x"`, `import type …`, over several lines. */
const STATEMENT =
  /^(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?|[\w$]+)\s+from\s+"([^"]+)"/gm;
const SIDE_EFFECT = /^import\s+"([^"]+)"/gm;
/** A dynamic import, or a type: `import("x").Name`. */
const CALL = /\bimport\(\s*"([^"]+)"/g;

/** Lines of comments: the examples in doc comments import things as well. */
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
