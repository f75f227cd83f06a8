// A YAML config with many anchors and aliases → the time until it is parsed or refused.
//
// node soak/attacks/yaml-aliases.mjs [path of a built checkout]; `before`, 8,000 take more than a minute.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(process.argv[2] ?? ".");
const { parseConfigText } = await import(
  pathToFileURL(resolve(root, "packages/config/dist/index.js")).href
);

for (const count of [500, 1_000, 2_000, 8_000]) {
  const lines = Array.from({ length: count }, (_, at) => `  - &a${at} x`);
  const aliases = Array.from({ length: count }, (_, at) => `  - *a${at}`);
  const text = ["list:", ...lines, ...aliases].join("\n");
  const start = performance.now();
  const { ok } = await parseConfigText(text, { format: "yaml" });
  const time = Math.round(performance.now() - start);
  console.log(
    `${count} aliases, ${text.length} characters: ${ok ? "parsed" : "refused"} after ${time} ms`,
  );
}
