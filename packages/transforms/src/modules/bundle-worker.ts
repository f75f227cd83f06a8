// The source of a worker process → one script that stands alone.
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { startBuild } from "./start-build.ts";

/** Built where it is used, so that workers are the same from the source and from the package. */
export async function bundleWorker(): Promise<string> {
  // Beside this file, as the same kind of file: TypeScript in the source, JavaScript in the package.
  const extension = extname(fileURLToPath(import.meta.url));
  const entry = fileURLToPath(new URL(`../worker/worker-main${extension}`, import.meta.url));
  const { outputFiles } = await startBuild({
    entryPoints: [entry],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    tsconfigRaw: "{}",
  });
  return outputFiles[0]?.text as string;
}
