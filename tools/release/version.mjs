// @ts-check
// The changesets that wait → the next version of all packages, its section of CHANGELOG.md, and the lock file.
//
// Why not `changeset version` alone: it takes a peer dependency that leaves its range for a breaking change, so that
// each minor version of 0.x would make 1.0.0 of all packages. The packages of one release ask for each other anyway.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import readChangesets from "@changesets/read";
import { readPackages } from "../checks/read-packages.mjs";
import { addVersion } from "./changelog.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const published = readPackages(root).filter(({ isPrivate }) => !isPrivate);
const names = new Set(published.map(({ name }) => name));

// `changeset version` deletes them.
const changesets = await readChangesets(root);
if (changesets.length === 0) throw new Error("No changeset waits: `npm run changeset` writes one.");
setPeerRanges(() => "*");
run("node_modules/@changesets/cli/bin.js", "version");
const versionOf = new Map(published.map(({ folder, name }) => [name, read(folder).version]));
setPeerRanges((name) => `^${versionOf.get(name)}`);
writeChangelog();
run(
  "node_modules/@biomejs/biome/bin/biome",
  "format",
  "--write",
  "packages",
  "docs",
  "bench",
  "examples",
);
execFileSync(
  "npm",
  ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"],
  {
    cwd: root,
    stdio: "inherit",
    // npm is a script on Windows.
    shell: process.platform === "win32",
  },
);

// The sizes of this release are what the next one is compared with.
run("node_modules/turbo/bin/turbo", "run", "build", "--output-logs=errors-only");
run("tools/sizes.mjs", "--write");

function writeChangelog() {
  const path = join(root, "CHANGELOG.md");
  const version = versionOf.get("hookwright");
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(path, addVersion(readFileSync(path, "utf8"), { version, date, changesets }));
}

/** @param {(name: string) => string} choose */
function setPeerRanges(choose) {
  for (const { folder } of published) {
    const manifest = read(folder);
    const peers = manifest.peerDependencies ?? {};
    for (const name of Object.keys(peers)) if (names.has(name)) peers[name] = choose(name);
    writeFileSync(manifestOf(folder), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

/** @param {string} folder */
function manifestOf(folder) {
  return join(root, folder, "package.json");
}

/** @param {string} folder @returns {any} a manifest */
function read(folder) {
  return JSON.parse(readFileSync(manifestOf(folder), "utf8"));
}

/** @param {string} program a script of Node @param {readonly string[]} args */
function run(program, ...args) {
  execFileSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: "inherit" });
}
