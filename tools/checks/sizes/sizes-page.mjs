// @ts-check
// Sizes → docs/sizes.md, and what `npm run sizes` prints.
import { kilobytes } from "./compare-sizes.mjs";
import { NEEDS } from "./measure-installs.mjs";

/**
 * @param {import("./compare-sizes.mjs").Sizes} now
 * @param {import("./compare-sizes.mjs").Sizes} before those of the last release; differences are shown
 */
export function sizesPage(now, before) {
  return `# Sizes

\`npm run sizes\` measures these, each entry, each tarball and the processor time of a request, and compares them with the last release.

## What an install brings

npm, an empty folder, and a cache that has everything; the seconds tell the order of size.

${table(
  ["what you want", "npm install", "packages", "size", "seconds"],
  Object.entries(now.installs ?? {}).map(([need, { packages, bytes, seconds }]) => [
    need,
    (NEEDS[need] ?? []).map((name) => `\`${name}\``).join(" "),
    packages,
    `${(bytes / 1_000_000).toFixed(1)} MB${changed(bytes, before.installs?.[need]?.bytes)}`,
    seconds.toFixed(1),
  ]),
)}

## What a program brings

Our code in a bundle, minified. A bundler leaves out what a program does not use.

${table(
  ["what it uses", "minified", "gzipped"],
  Object.entries(now.programs ?? {}).map(([name, { minified, gzipped }]) => [
    name,
    `${kilobytes(minified)}${changed(minified, before.programs?.[name]?.minified)}`,
    kilobytes(gzipped),
  ]),
)}
`;
}

/**
 * What `npm run sizes` prints after the page.
 *
 * @param {import("./compare-sizes.mjs").Sizes} now
 * @param {import("./compare-sizes.mjs").Sizes} before
 */
export function sizesReport(now, before) {
  return `## What an entry brings

All exports of the entry, bundled with the packages of Hookwright that it imports. What \`import()\` loads later does not count.

${table(
  ["import", "minified", "gzipped"],
  Object.entries(now.entries).map(([name, { minified, gzipped }]) => [
    `\`${name}\``,
    `${kilobytes(minified)}${changed(minified, before.entries[name]?.minified)}`,
    kilobytes(gzipped),
  ]),
)}

## What a request costs

Processor time as a ratio to the same work written by hand (\`npm run bench -- gauge\`): median, least and most.

${table(
  ["request", "ratio", "spread"],
  Object.entries(now.processor ?? {}).map(([name, { ratio, low, high }]) => [
    name,
    `${ratio.toFixed(2)}${changed(ratio, before.processor?.[name]?.ratio)}`,
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]),
)}

## Tarballs

${table(
  ["package", "packed", "unpacked"],
  Object.entries(now.tarballs).map(([name, { packed, unpacked }]) => [
    `\`${name}\``,
    `${kilobytes(packed)}${changed(packed, before.tarballs[name]?.packed)}`,
    kilobytes(unpacked),
  ]),
)}
`;
}

/** @param {number} is @param {number | undefined} was */
function changed(is, was) {
  if (was === undefined) return " (new)";
  const percent = Math.round((is / was - 1) * 100);
  return percent === 0 ? "" : ` (${percent > 0 ? "+" : ""}${percent} %)`;
}

/** @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
function table(head, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
