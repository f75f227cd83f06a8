// The entry of the worker → one script without imports of other files.
import { WORKER_ENTRY } from "../worker-entry.ts";
import { startBuild } from "./start-build.ts";

/** Built at run time, so that workers are the same in a clone and in the published package. */
export async function bundleWorker(): Promise<string> {
  const { outputFiles } = await startBuild({
    entryPoints: [WORKER_ENTRY],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    tsconfigRaw: "{}",
    // What fails rejects; nothing of it is the matter of whoever reads the log.
    logLevel: "silent",
  });
  return outputFiles[0]?.text as string;
}
