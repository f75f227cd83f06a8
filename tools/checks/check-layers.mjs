// @ts-check
// Source files → the imports that the architecture forbids, and every cycle.
//
// Why: a review easily misses the first forbidden import, and the twentieth is costly to undo.
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { readImports } from "../build/read-imports.mjs";
import { checkBorder } from "./layers/border.mjs";
import { checkCoreRooms } from "./layers/core-rooms.mjs";
import { findCycles } from "./layers/find-cycles.mjs";
import { checkPackageRules, checkPublishedEntries } from "./layers/package-rules.mjs";
import { listFiles } from "./list-files.mjs";
import { readPackages, sourceEntries } from "./read-packages.mjs";
import { runCheck } from "./run-check.mjs";

const SOURCE = /(?<!\.test)\.(?:tsx?|mjs|js)$/;

/**
 * @param {string} root of the workspace
 * @returns {import("./run-check.mjs").CheckResult}
 */
export function checkLayers(root) {
  const packages = readPackages(root);
  const entries = sourceEntries(packages);
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  /** @type {string[]} */
  const problems = [];

  for (const { folder, dependencies } of packages) {
    /** @type {Map<string, string[]>} */
    const imports = new Map();
    for (const file of listFiles(`${root}/${folder}`, SOURCE, "src")) {
      const path = `${folder}/${file}`;
      const specifiers = readImports(readFileSync(`${root}/${path}`, "utf8"));
      graph.set(path, targetsOf(path, specifiers, entries));
      imports.set(file, specifiers);
      problems.push(...checkPackageRules(folder, file, specifiers, dependencies));
      if (folder === "packages/core") {
        problems.push(...checkCoreRooms(file.slice("src/".length), specifiers));
      }
    }
    problems.push(...checkBorder(folder, imports));
  }
  for (const folder of ["docs", "examples", "bench"]) {
    for (const file of listFiles(root, SOURCE, folder)) {
      const specifiers = readImports(readFileSync(`${root}/${file}`, "utf8"));
      problems.push(...checkPublishedEntries(file, specifiers));
    }
  }
  const cycles = findCycles(graph);
  problems.push(...cycles.map((cycle) => `import cycle: ${cycle.join(" → ")}`));
  return { problems, summary: `edges: ${graph.size} files, ${cycles.length} cycles` };
}

/**
 * @param {string} file
 * @param {readonly string[]} specifiers
 * @param {ReadonlyMap<string, string>} entries
 * @returns {string[]} the files of the workspace among what it imports
 */
function targetsOf(file, specifiers, entries) {
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith(".")) return [posix.join(posix.dirname(file), specifier)];
    const entry = entries.get(specifier);
    return entry === undefined ? [] : [entry];
  });
}

await runCheck(import.meta.url, checkLayers);
