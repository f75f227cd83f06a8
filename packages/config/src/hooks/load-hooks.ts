// The path of a config file, or its document → compiled hooks, or every problem with its place.

import type { ConfigDocument } from "./document.ts";
import { createDocumentCompiler } from "./document-compiler.ts";
import { createHooksLoader, type HooksLoader } from "./hooks-loader.ts";
import type { HooksLoading, HooksLoadOptions } from "./hooks-loading.ts";

/**
 * Reads, parses and compiles a config file, and loads its transform modules. Secrets come from the
 * environment, from files beside the config, and from the gateway's `secrets.providers`, unless
 * `options.secrets` is given. Never rejects.
 *
 * @example
 * ```ts
 * const loading = await loadHooks("hooks.json5");
 * if (!loading.ok) throw new Error(formatProblems(loading.problems, loading));
 * const ingress = createIngress({ hooks: loading.hooks, dispatch });
 * // When the server has stopped:
 * await loading.close();
 * ```
 */
export async function loadHooks(
  path: string,
  options: HooksLoadOptions = {},
): Promise<HooksLoading> {
  return loadOnce(createHooksLoader(path, options));
}

/**
 * Does for a config that has been read what `loadHooks` does for a file. Relative paths start at the
 * folder of `document.filename`; where that is no path, such as `<stdin>`, at the working directory.
 *
 * @example
 * ```ts
 * const reading = parseConfigText(text, { filename: "/etc/gateway/hooks.json5" });
 * if (reading.ok) await compileDocument(reading.document);
 * ```
 */
export async function compileDocument(
  document: ConfigDocument,
  options: HooksLoadOptions = {},
): Promise<HooksLoading> {
  const { compile, close } = createDocumentCompiler(document.filename, options);
  return loadOnce({ load: () => compile(document), close });
}

async function loadOnce({ load, close }: HooksLoader): Promise<HooksLoading> {
  const loading = await load();
  if (loading.ok) return { ...loading, close };
  await close(0);
  return loading;
}
