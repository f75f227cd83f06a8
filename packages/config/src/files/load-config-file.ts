// A path → the config in that file as plain data with positions, or what is wrong with the file.
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { ConfigDocument, LoadResult } from "../load-result.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { readTextFile } from "./read-text-file.ts";

/** Ten thousand mappings need about 5 MB; what is larger is another file, taken by mistake. */
const MAX_CONFIG_BYTES = 16 * 1024 * 1024;

/**
 * Reads and parses a config file: YAML where the name ends in `.yaml` or `.yml`, else JSON, JSONC or
 * JSON5. Never rejects; a file that cannot be read is a problem like any other.
 *
 * @example
 * ```ts
 * const result = await loadConfigFile("hooks.json5");
 * if (!result.ok) console.error(formatProblems(result.problems, result));
 * ```
 */
export async function loadConfigFile(path: string): Promise<LoadResult<ConfigDocument>> {
  // Before the file is read: a link that is replaced meanwhile must be watched as it was.
  const files = pathsOf(resolve(path));
  const file = readTextFile(path, MAX_CONFIG_BYTES);
  if (file.ok) return { ...(await parseConfigText(file.text, { filename: path })), files };
  const message = `The config file cannot be read: ${file.reason}.`;
  return {
    ok: false,
    problems: [{ code: "config_unreadable", severity: "error", path: [], message }],
    filename: path,
    files,
  };
}

/** The path of a link and that of its target: whoever replaces a config may replace either. */
function pathsOf(path: string): readonly string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path];
  }
}
