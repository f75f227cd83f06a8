// A config that was read → the config with its included files; any other config unchanged.
import { readMember } from "@hookwright/base";
import type { ConfigDocument, LoadResult } from "../load-result.ts";

/**
 * Adds the files that `hooks.include` names, with their positions. `compileDocument` calls it; a
 * tool that inspects the config as a whole calls it first. Never rejects. Relative paths start at the folder of
 * `document.filename`. `texts` replace those of included files, by their names in reports.
 *
 * @example
 * ```ts
 * const document = await includeFiles(await loadConfigFile("hooks.yaml"));
 * if (document.ok) console.log(document.config);
 * ```
 */
export async function includeFiles(
  document: LoadResult<ConfigDocument>,
  texts?: ReadonlyMap<string, string>,
): Promise<LoadResult<ConfigDocument>> {
  if (!document.ok) return document;
  const entries = readMember(readMember(document.config, "hooks"), "include");
  // The core reports a value that is not a list of strings.
  if (!Array.isArray(entries) || !entries.every(isText)) return document;
  // Imported late: most configs are one file.
  const { resolveIncludes } = await import("./resolve-includes.ts");
  return resolveIncludes(document, entries, texts);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
