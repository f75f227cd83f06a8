// Options of esbuild → its build, which leaves standard error as it was.
import { system } from "@hookwright/node-kit/system";
import type { BuildOptions, BuildResult } from "esbuild";

/** Rejects as esbuild does. */
export async function startBuild<Options extends BuildOptions>(
  options: Options,
): Promise<BuildResult<Options>> {
  // Imported late: starting it costs 40 ms, and most configs name no module.
  const { build } = await import("esbuild");
  // The first call starts esbuild's process before it returns, and lets it inherit standard error.
  const building = build<Options>(options as never);
  restoreBlockingMode(process.stderr);
  return building;
}

/** Node has no public access to the handle. Files and the streams of a worker thread have none. */
interface StandardStream {
  readonly isTTY?: boolean;
  readonly _handle?: { readonly setBlocking?: (isBlocking: boolean) => unknown };
}

/**
 * Node makes an inherited stream blocking for every process that shares it. A stalled reader of the log
 * would then stop the server. By default, terminals block everywhere, and pipes and sockets on some systems.
 */
export function restoreBlockingMode(stream: object): void {
  const { isTTY, _handle: handle } = stream as StandardStream;
  if (isTTY !== true) handle?.setBlocking?.(system.blocksPipes);
}
