// The path of a config, an included file or a plan → its text, and the absolute paths of the files that were read.
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { LoadReport } from "../load-result.ts";
import { readTextFile, type TextFileResult } from "./read-text-file.ts";

/** Ten thousand mappings need about 5 MB; a larger file is most likely not a config. */
const MAX_CONFIG_BYTES = 16 * 1024 * 1024;

/** The text of a config, or of a file that it includes, and the absolute paths of what was read. */
export function readConfigText(
  path: string,
  text?: string,
  maxBytes: number = MAX_CONFIG_BYTES,
): TextFileResult & Pick<LoadReport, "files"> {
  // The link is resolved before the file is read: if a deployment replaces the link in between, the
  // watcher must still see the change.
  const files = pathsOf(resolve(path));
  if (text !== undefined) return { ok: true, text, files };
  return { ...readTextFile(path, maxBytes), files };
}

/** A link and its target are both watched, because a deployment may replace either. */
function pathsOf(path: string): readonly string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path];
  }
}
