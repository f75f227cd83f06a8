// The endings of transform modules: what people write, and what esbuild and Node agree about.

export const MODULE_EXTENSIONS: readonly string[] = [".js", ".mjs", ".cjs", ".ts", ".mts"];
