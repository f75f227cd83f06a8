// @ts-check
// Nothing → the binaries of other runtimes, installed from npm if they are missing.
//
// Why a separate folder: a dependency of the workspace that is named after Node puts its binary first on
// the path of every npm script. Why no install scripts (.npmrc): that of bun writes its binary
// elsewhere, and no package here needs one.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "../../../tools/run/ensure-installed.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Only the binaries for Linux on x64 have been tested. */
const BINARIES = {
  bun: "@oven/bun-linux-x64/bin/bun",
  deno: "@deno/linux-x64-glibc/deno",
  node22: "node22/bin/node",
  node24: "node24/bin/node",
};

/**
 * Installs what is missing.
 *
 * @returns {Promise<Readonly<Record<keyof typeof BINARIES, string>>>} the path of each binary
 */
export async function ensureRuntimes() {
  if (!(await ensureInstalled(folder)))
    throw new Error("npm ci failed in packages/conformance/runtimes");
  const paths = Object.entries(BINARIES).map(([name, path]) => [
    name,
    join(folder, "node_modules", path),
  ]);
  return Object.fromEntries(paths);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await ensureRuntimes());
