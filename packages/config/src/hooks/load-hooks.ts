// The path of a config file, or its document → compiled hooks, or every problem with its position.
import { loadConfigFile } from "../files/load-config-file.ts";
import type { ConfigDocument, LoadResult } from "../load-result.ts";
import { createHooksLoader, type HooksLoadOptions } from "./hooks-loader.ts";

/**
 * Reads, parses and compiles a config file. Secrets come from the environment, from files beside the
 * config, and from the gateway's `secrets.providers`, unless `options.secrets` is given. Never rejects.
 *
 * @example
 * ```ts
 * const loaded = await loadHooks("hooks.json5", { createTransformLoader });
 * if (!loaded.ok) throw new Error(formatProblems(loaded.problems, loaded));
 * const ingress = createIngress({ hooks: loaded.hooks, dispatch });
 * // When the server has stopped:
 * await loaded.close();
 * ```
 */
export async function loadHooks(path: string, options: HooksLoadOptions = {}): Promise<LoadResult> {
  return compileDocument(await loadConfigFile(path, options), options);
}

/**
 * Compiles a config that has been read, as `loadHooks` does for a file. A document that could not be read
 * or parsed is returned unchanged. Relative paths start at the folder of `document.filename`, or at the
 * working directory if that is not a path, such as `<stdin>`. Never rejects.
 *
 * @example
 * ```ts
 * await compileDocument(await parseConfigText(text, { filename: "/etc/gateway/hooks.json5" }));
 * ```
 */
export async function compileDocument(
  document: LoadResult<ConfigDocument>,
  options: HooksLoadOptions = {},
): Promise<LoadResult> {
  const { load, close } = createHooksLoader(document.filename, options);
  const result = await load(document);
  if (result.ok) return { ...result, close };
  await close(0);
  return result;
}
