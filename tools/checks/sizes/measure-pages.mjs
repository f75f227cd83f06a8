// @ts-check
// The pages of the studio and the site, built anew → gzipped bytes of what a browser fetches for each of their parts.
import { readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSite } from "../../../docs/tools/site/build-site.mjs";
import { buildStudio } from "../../../packages/studio/build.mjs";

/** @typedef {import("../../../packages/studio/build.mjs").BuiltPage} BuiltPage */

/** Parts of the site that every reader fetches, or who searches. */
const OF_SITE = ["site.js", "theme.js", "site.css", "tokens.css", "search.json"];

/** @returns {Promise<Readonly<Record<string, number>>>} by `PAGE: part` */
export async function measurePages() {
  const folder = await mkdtemp(join(tmpdir(), "hookwright-pages-"));
  try {
    const [studio, site] = [join(folder, "studio"), join(folder, "site")];
    const rows = [...(await buildStudio({ out: studio }))].flatMap(([name, page]) =>
      partsOf(page).map(([part, files]) => [
        `${name}: ${part}`,
        sumOf(files.map((file) => join(studio, name, file))),
      ]),
    );
    await buildSite({ out: site });
    const ofSite = OF_SITE.map((file) => [`site: ${file}`, sumOf([join(site, file)])]);
    return Object.fromEntries([...rows, ...ofSite]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What an entry needs before it runs is one part with it. YAML, and the rest of what it imports later, count by
 * themselves.
 *
 * @param {BuiltPage} page
 * @returns {ReadonlyArray<readonly [part: string, files: readonly string[]]>}
 */
function partsOf({ files, outputs }) {
  const { script, worker, styles } = files;
  return [
    ...partsOfEntry("script", script, outputs),
    ...(worker === undefined ? [] : partsOfEntry("worker", worker, outputs)),
    ["styles", [styles]],
  ];
}

/** @param {string} name @param {string} entry @param {BuiltPage["outputs"]} outputs */
function partsOfEntry(name, entry, outputs) {
  const own = closureOf([entry], outputs);
  const roots = own.flatMap((file) => importsOf(file, outputs, "dynamic-import"));
  const hasYaml = (/** @type {string} */ root) =>
    closureOf([root], outputs).some((file) =>
      Object.keys(outputs.get(file)?.inputs ?? {}).some((input) =>
        /node_modules.yaml./.test(input),
      ),
    );
  const yaml = closureOf(roots.filter(hasYaml), outputs).filter((file) => !own.includes(file));
  const later = closureOf(roots, outputs, ["import-statement", "dynamic-import"]);
  const others = later.filter((file) => !own.includes(file) && !yaml.includes(file));
  return /** @type {ReadonlyArray<readonly [string, readonly string[]]>} */ ([
    [name, own],
    [`${name}, YAML`, yaml],
    [`${name}, later`, others],
  ]).filter(([, list]) => list.length > 0);
}

/** @param {readonly string[]} roots @param {BuiltPage["outputs"]} outputs @param {readonly string[]} kinds */
function closureOf(roots, outputs, kinds = ["import-statement"]) {
  const found = new Set(roots);
  for (const file of found) {
    for (const kind of kinds) for (const one of importsOf(file, outputs, kind)) found.add(one);
  }
  return [...found];
}

/** @param {string} file @param {BuiltPage["outputs"]} outputs @param {string} kind */
function importsOf(file, outputs, kind) {
  return (outputs.get(file)?.imports ?? [])
    .filter((one) => one.kind === kind)
    .map(({ path }) => basename(path));
}

/** @param {readonly string[]} paths */
function sumOf(paths) {
  const sizes = paths.map((path) => gzipSync(readFileSync(path), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}
