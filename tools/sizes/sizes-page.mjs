// @ts-check
// Sizes → reports/sizes.md.
import { kilobytes } from "./compare-sizes.mjs";
import { NEEDS } from "./measure-installs.mjs";

/**
 * @param {import("./compare-sizes.mjs").Sizes} now
 * @param {import("./compare-sizes.mjs").Sizes} before
 */
export function sizesPage(now, before) {
  return `# Sizes

\`npm run sizes\` measures them, and compares them with those of the last release, which are kept in [sizes.json](sizes.json). A change of an entry, a program or a tarball by more than 5 % needs a line \`Size of NAME: why\` in a changeset; \`tools/check-packages.mjs\` asks for it. \`npm run sizes -- --check\` asks for one of the processor, too. This page is written by \`npm run sizes -- --write\`.

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

## What an entry brings

What is loaded at once where all is used that the entry exports: bundled with the packages of Hookwright that it imports, minified. What it loads later by \`import()\`, such as the parser of a format, counts for nobody who does not get there.

${table(
  ["import", "minified", "gzipped"],
  Object.entries(now.entries).map(([name, { minified, gzipped }]) => [
    `\`${name}\``,
    `${kilobytes(minified)}${changed(minified, before.entries[name]?.minified)}`,
    kilobytes(gzipped),
  ]),
)}

## What a program brings

A bundler leaves out what a program does not use.

${table(
  ["what it uses", "minified", "gzipped"],
  Object.entries(now.programs ?? {}).map(([name, { minified, gzipped }]) => [
    name,
    `${kilobytes(minified)}${changed(minified, before.programs?.[name]?.minified)}`,
    kilobytes(gzipped),
  ]),
)}

## What a request costs

Processor time as a ratio to the same work by hand, in turns within one process (\`npm run bench -- gauge\`): the median, and between the least and the most of its rounds. [How fast it is](../bench/README.md) tells where the time goes.

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
