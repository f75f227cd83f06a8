// A path → the config in that file as plain data with positions, or what is wrong with the file.
import { readTextFile } from "../files/read-text-file.ts";
import type { ConfigReading } from "./document.ts";
import { parseConfigText } from "./parse-config-text.ts";

/** Ten thousand mappings need about 5 MB; what is larger is another file, taken by mistake. */
const MAX_CONFIG_BYTES = 16 * 1024 * 1024;

/**
 * Reads and parses a config file: YAML where the name ends in `.yaml` or `.yml`, else JSON, JSONC or
 * JSON5. Never rejects; a file that cannot be read is a problem like any other.
 *
 * @example
 * ```ts
 * const reading = await loadConfigFile("hooks.json5");
 * if (!reading.ok) console.error(formatProblems(reading.problems, reading));
 * ```
 */
export async function loadConfigFile(path: string): Promise<ConfigReading> {
  const file = readTextFile(path, MAX_CONFIG_BYTES);
  if (file.ok) return parseConfigText(file.text, { filename: path });
  const message = `The config file cannot be read: ${file.reason}.`;
  return {
    ok: false,
    problems: [{ code: "config_unreadable", severity: "error", path: [], message }],
    filename: path,
  };
}
