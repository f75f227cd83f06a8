// @ts-check
// A TypeScript file without imports → its exports, on a Node that cannot load TypeScript.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * @param {URL} url
 * @returns {Promise<any>}
 */
export async function readTable(url) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  const text = outputFiles[0]?.text ?? "";
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}
