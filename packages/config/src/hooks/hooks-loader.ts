// The path of a config file and options → how to load it, again and again as it changes.
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { createDocumentCompiler } from "./document-compiler.ts";
import type { HooksLoading, HooksLoadOptions } from "./hooks-loading.ts";
import { loadConfigFile } from "./load-config-file.ts";

export interface HooksLoader {
  /** Never rejects. */
  readonly load: () => Promise<HooksLoading>;
  /** Ends the modules of all loads. */
  readonly close: (graceMs?: number) => Promise<void>;
}

export function createHooksLoader(path: string, options: HooksLoadOptions): HooksLoader {
  const compiler = createDocumentCompiler(path, options);
  const load = async (): Promise<HooksLoading> => {
    const own = placesOf(resolve(path));
    const reading = await loadConfigFile(path);
    if (!reading.ok) return { ...reading, files: own };
    const loading = await compiler.compile(reading.document);
    return { ...loading, files: [...own, ...loading.files] };
  };
  return { load, close: compiler.close };
}

/** Where a link stands and where it leads: whoever replaces a config may replace either. */
function placesOf(path: string): readonly string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path];
  }
}
