// The source of a worker process → one script that stands alone.
import { WORKER_ENTRY } from "../worker-entry.ts";
import { startBuild } from "./start-build.ts";

/** Built where it is used, so that workers are the same from the source and from the package. */
export async function bundleWorker(): Promise<string> {
  const { outputFiles } = await startBuild({
    entryPoints: [WORKER_ENTRY],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    tsconfigRaw: "{}",
  });
  return outputFiles[0]?.text as string;
}
