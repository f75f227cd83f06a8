// Options of esbuild → its build, which leaves standard error as it was.
import type { BuildOptions, BuildResult } from "esbuild";
import { restoreBlockingMode } from "./restore-blocking-mode.ts";

/** Rejects as esbuild does. */
export async function startBuild<Options extends BuildOptions>(
  options: Options,
): Promise<BuildResult<Options>> {
  // Loaded late: starting it costs 40 ms, and most configs name no module.
  const { build } = await import("esbuild");
  // The first call starts esbuild's process before it returns, and lets it inherit standard error.
  const building = build<Options>(options as never);
  restoreBlockingMode(process.stderr);
  return building;
}
