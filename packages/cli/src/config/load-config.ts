// The path of a config, or - for standard input → compiled hooks with their transform modules, or every problem with its place.
import {
  compileDocument,
  type HooksLoading,
  type HooksLoadOptions,
  loadHooks,
  parseConfigText,
} from "@hookwright/adapter-node";
import { readStdin } from "../input/read-input.ts";
import type { Io } from "../io.ts";
import type { ServerLog } from "../output/server-log.ts";
import type { Loading } from "./loading.ts";
import { reportFromLoading } from "./report-from-loading.ts";

/** Relative paths start at the folder of the config; for standard input, at the working directory. */
export async function loadConfig(
  path: string,
  io: Io,
  log: Pick<ServerLog, "warning" | "output">,
): Promise<Loading> {
  const options = { env: io.env, warn: log.warning, output: log.output };
  const loading = await (path === "-" ? loadStdin(io, options) : loadHooks(path, options));
  const report = reportFromLoading(loading);
  if (!loading.ok) return { ...report, ok: false };
  const { hooks, close } = loading;
  return { ...report, ok: true, hooks: () => hooks, close };
}

async function loadStdin(io: Io, options: HooksLoadOptions): Promise<HooksLoading> {
  const text = await readStdin(io);
  const reading = parseConfigText(text, { format: guessFormat(text), filename: "<stdin>" });
  return reading.ok ? compileDocument(reading.document, options) : { ...reading, files: [] };
}

/** There is no file name to tell. The other formats begin with a brace, or with a comment of theirs. */
function guessFormat(text: string): "json5" | "yaml" {
  return /^\s*(?:\{|\/\/|\/\*)/.test(text) ? "json5" : "yaml";
}
