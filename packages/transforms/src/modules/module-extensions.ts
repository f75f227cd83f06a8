// The name of a file → whether it can be a transform module.
import { extname } from "node:path";

/** The extensions that esbuild and Node treat alike. */
export const MODULE_EXTENSIONS: readonly string[] = [".js", ".mjs", ".cjs", ".ts", ".mts"];

export function isModuleName(filename: string): boolean {
  return MODULE_EXTENSIONS.includes(extname(filename));
}
