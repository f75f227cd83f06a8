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
    // Failures reject; warnings of the build would mean nothing to a reader of the log.
    logLevel: "silent",
  });
  return outputFiles[0]?.text as string;
}
