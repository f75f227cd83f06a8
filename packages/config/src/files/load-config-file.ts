// A path → the config in that file as plain data with positions, or the problem that prevents reading it.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findNearestName, visibleText } from "@hookwright/base";
import type { ConfigDocument, LoadResult } from "../load-result.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { readConfigText } from "./read-config-text.ts";

/**
 * Reads and parses a config file: YAML if the name ends in `.yaml` or `.yml`, else JSON, JSONC or JSON5. A text of
 * `texts` replaces that of the file. Never rejects; an unreadable file is a problem like any other.
 *
 * @example
 * ```ts
 * const result = await loadConfigFile("hooks.json5");
 * if (!result.ok) console.error(formatProblems(result.problems, result));
 * ```
 */
export async function loadConfigFile(
  path: string,
  { texts }: { readonly texts?: ReadonlyMap<string, string> } = {},
): Promise<LoadResult<ConfigDocument>> {
  const file = readConfigText(path, texts?.get(path));
  const { files } = file;
  if (file.ok) return { ...(await parseConfigText(file.text, { filename: path })), files };
  const message = `The config file cannot be read: ${file.reason}.`;
  const meant = findMeant(path);
  const hint = meant === undefined ? {} : { hint: `Did you mean "${visibleText(meant)}"?` };
  return {
    ok: false,
    problems: [{ code: "config_unreadable", severity: "error", path: [], message, ...hint }],
    filename: path,
    files,
  };
}

/** Excludes files of other tools, hidden files, test files and event files. */
const CONFIG_NAME =
  /^(?!(?:package|tsconfig|biome|turbo)\b|\.).+(?<!\.(?:test|event))\.(?:ya?ml|json[5c]?)$/i;

/** The only config in a folder, or the file with the most similar name. */
function findMeant(path: string): string | undefined {
  const [inside, beside] = [path, dirname(path)].map(listConfigs);
  if (inside !== undefined) {
    return inside.length === 1 ? join(path, inside[0] as string) : undefined;
  }
  const name = basename(path);
  const stem = (one: string) => one.replace(/\.\w+$/, "");
  const same = beside?.filter((one) => stem(one) === stem(name) && one !== name) ?? [];
  const near = same[0] ?? findNearestName(name, beside ?? []);
  return near === undefined || near === name ? undefined : join(dirname(path), near);
}

/** Files of a folder whose names are those of configs; undefined if it is not a folder. */
export function listConfigs(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder).filter((name) => CONFIG_NAME.test(name));
  } catch {
    return undefined;
  }
}
