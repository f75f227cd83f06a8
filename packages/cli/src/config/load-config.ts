// The path of a config, or - for standard input → compiled hooks, or every problem with its position.
import {
  compileDocument,
  type HooksLoadOptions,
  type LoadResult,
  loadHooks,
  parseConfigText,
} from "@hookwright/config";
import { readStdin } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import type { ServerLog } from "../output/server-log.ts";

/** Relative paths start at the folder of the config, or at the working directory for standard input. */
export async function loadConfig(
  path: string,
  io: Io,
  log: Pick<ServerLog, "warning" | "output">,
): Promise<LoadResult> {
  const options = createLoadOptions(io, log);
  if (path !== "-") return loadHooks(path, options);
  const text = await readStdin(io);
  const document = await parseConfigText(text, { format: guessFormat(text), filename: "<stdin>" });
  return compileDocument(document, options);
}

export function createLoadOptions(
  io: Io,
  { warning, output }: Pick<ServerLog, "warning" | "output">,
): HooksLoadOptions {
  return {
    env: io.env,
    warn: warning,
    // Imported late: most configs name no module.
    createTransformLoader: async (options) => {
      const { createTransformLoader } = await import("@hookwright/transforms");
      return createTransformLoader({ ...options, output });
    },
  };
}

/** Standard input has no file name. JSON and JSON5 begin with a brace or a comment; YAML does not. */
function guessFormat(text: string): "json5" | "yaml" {
  return /^\s*(?:\{|\/\/|\/\*)/.test(text) ? "json5" : "yaml";
}
