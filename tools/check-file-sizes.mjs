// @ts-check
// Source files → those that are too long, folders with too many, the median, the length of adapters.
//
// Why: a file that fits on a few screens has one job, and without a limit files only grow. Code in
// one adapter is behaviour that the other adapter does not have.
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { listFiles } from "./shared/list-files.mjs";
import { readImports } from "./shared/read-imports.mjs";
import { runCheck } from "./shared/run-check.mjs";

/** Lines of a file. A file above the soft limit is counted, one above the hard limit is refused. */
const SOFT = 120;
const HARD = 200;
const MEDIAN = 80;

/** Files beside each other in a folder of packages; a reader takes in more only with sub-folders. */
const FOLDER = 20;

const CODE = /\.(?:ts|mjs|js|cjs)$/;
const FOLDERS = ["packages", "tools", "bench", "examples", "docs"];

/** Tests may list any number of cases, and nobody reads generated code. */
const UNCOUNTED = /\.test\.ts$|^packages\/[^/]+\/test\/|\/generated\/|\/\.?fixtures\//;

/** Adapters: an entry, and the limit of its lines with the files that it imports. */
const ADAPTERS = [
  { entry: "packages/adapter-fetch/src/create-fetch-handler.ts", limit: 110 },
  { entry: "packages/adapter-node/src/index.ts", limit: 500 },
];

/**
 * @param {string} root of the workspace
 * @returns {import("./shared/run-check.mjs").CheckResult}
 */
export function checkFileSizes(root) {
  const files = FOLDERS.flatMap((folder) => listFiles(root, CODE, folder))
    .filter((path) => !UNCOUNTED.test(path))
    .map((path) => ({ path, lines: countLines(readFileSync(`${root}/${path}`, "utf8")) }));
  const median = medianOf(files.map(({ lines }) => lines));
  const soft = files.filter(({ lines }) => lines > SOFT).length;
  const paths = ADAPTERS.map((path) => ({ ...path, lines: adapterLines(root, path.entry) }));
  const problems = [
    ...files
      .filter(({ lines }) => lines > HARD)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${HARD}`),
    ...[...countByFolder(files)]
      .filter(([, count]) => count > FOLDER)
      .map(([folder, count]) => `${folder} has ${count} files, more than ${FOLDER}`),
    ...(median < MEDIAN ? [] : [`the median is ${median} lines, not under ${MEDIAN}`]),
    ...paths
      .filter(({ lines, limit }) => lines > limit)
      .map(({ entry, lines, limit }) => `${entry} and its imports: ${lines} lines, not ${limit}`),
  ];
  const adapters = paths.map(({ entry, lines }) => `${entry.split("/")[1]} ${lines}`).join(", ");
  return {
    problems,
    summary: `sizes: ${files.length} files, median ${median}, ${soft} above ${SOFT}; adapters: ${adapters}`,
  };
}

/**
 * @param {readonly { readonly path: string }[]} files
 * @returns {Map<string, number>} files of each folder below packages
 */
function countByFolder(files) {
  const counts = new Map();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    if (folder.startsWith("packages/")) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/**
 * @param {string} root
 * @param {string} entry
 * @returns {number} lines of the entry and of the files of its package that it needs
 */
function adapterLines(root, entry) {
  const found = new Set([entry]);
  let sum = 0;
  for (const file of found) {
    const text = readFileSync(`${root}/${file}`, "utf8");
    sum += countLines(text);
    for (const specifier of readImports(text)) {
      if (specifier.startsWith(".")) found.add(posix.join(posix.dirname(file), specifier));
    }
  }
  return sum;
}

/** @param {string} text */
function countLines(text) {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** @param {readonly number[]} numbers */
function medianOf(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [
    sorted[sorted.length % 2 === 0 ? middle - 1 : middle],
    sorted[middle],
  ];
  return (low + high) / 2;
}

await runCheck(import.meta.url, checkFileSizes);
