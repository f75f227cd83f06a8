// @ts-check
// A TypeScript file → its exports, on a Node that cannot load TypeScript.
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * @param {URL} url
 * @param {Readonly<Record<string, string>>} [made] the text of generated files that it imports and that may not be written yet, by name
 * @returns {Promise<any>}
 */
export async function readTable(url, made = {}) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
    plugins: [
      {
        name: "made",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\/generated\// }, ({ path }) => {
            const name = basename(path);
            return Object.hasOwn(made, name) ? { path: name, namespace: "made" } : undefined;
          });
          onLoad({ filter: /./, namespace: "made" }, ({ path }) => ({
            contents: made[path] ?? "",
            loader: "ts",
          }));
        },
      },
    ],
  });
  const text = outputFiles[0]?.text ?? "";
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}
