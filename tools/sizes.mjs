// @ts-check
// `npm run sizes`: what entries, tarballs and installs weigh, beside the last release. `--write` keeps it as such,
// `--check` fails where something changed that no changeset tells.
//
// Sizes are kept in tools/checks/sizes/sizes.json and compared by tools/checks/check-packages.mjs. `--write` is for a release
// (`npm run release:version` calls it). Installs come from a registry on this machine, which holds the built packages.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureGauge } from "../bench/gauge.mjs";
import { npm } from "./checks/npm.mjs";
import { readPackages } from "./checks/read-packages.mjs";
import {
  compareProcessor,
  compareSizes,
  readSizes,
  reportedSizes,
  SIZES_FILE,
} from "./checks/sizes/compare-sizes.mjs";
import { measureEntries, measurePrograms } from "./checks/sizes/measure-entries.mjs";
import { measureInstalls } from "./checks/sizes/measure-installs.mjs";
import { sizesPage, sizesReport } from "./checks/sizes/sizes-page.mjs";
import { startRegistry } from "./release/registry/start-registry.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const published = readPackages(root).filter(({ isPrivate }) => !isPrivate);

const folders = published.map(({ folder }) => `./${folder}`);
const packed = JSON.parse(
  await npm(["pack", "--dry-run", "--json", "--ignore-scripts", ...folders], { cwd: root }),
);
const sizes = {
  entries: await measureEntries(root, published),
  programs: await measurePrograms(root),
  processor: await measureGauge(),
  tarballs: Object.fromEntries(
    packed.map((/** @type {any} */ { name, size, unpackedSize }) => [
      name,
      { packed: size, unpacked: unpackedSize },
    ]),
  ),
  installs: await measureInstallsOf(),
};
if (process.argv.includes("--write")) {
  writeFileSync(join(root, SIZES_FILE), `${JSON.stringify(sizes, null, 2)}\n`);
  writeFileSync(join(root, "docs/sizes.md"), sizesPage(sizes, sizes));
} else {
  const before = readSizes(root);
  console.log(`${sizesPage(sizes, before)}\n${sizesReport(sizes, before)}`);
  if (process.argv.includes("--check")) check(before);
}

/** @param {import("./checks/sizes/compare-sizes.mjs").Sizes} before */
function check(before) {
  const reported = reportedSizes(root);
  const problems = [
    ...compareSizes(sizes, before, reported),
    ...compareProcessor(sizes.processor, before.processor, reported),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

async function measureInstallsOf() {
  const registry = await startRegistry();
  try {
    const options = ["--access", "public", "--ignore-scripts", "--loglevel=error"];
    for (const folder of folders)
      await npm(["publish", ...options, folder], { cwd: root, env: registry.env });
    return await measureInstalls(registry.env);
  } finally {
    registry.stop();
  }
}
