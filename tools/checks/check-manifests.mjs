// @ts-check
// The published packages → what their manifests and READMEs lack for people who install them.
//
// Why: a visitor of npm sees only the manifest and the README of a package. Two copies of the core in one
// application have types and errors that do not match.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPackages } from "./read-packages.mjs";
import { runCheck } from "./run-check.mjs";

const CORE = "@hookwright/core";

/** What registries, editors and searches show, and what `npm publish` needs to show a scoped package to all. */
const FIELDS = [
  "description",
  "keywords",
  "license",
  "author",
  "repository",
  "homepage",
  "bugs",
  "engines",
  "exports",
  "files",
  "publishConfig",
];

/**
 * @param {string} root of the workspace
 * @returns {import("./run-check.mjs").CheckResult}
 */
export function checkManifests(root) {
  const packages = readPackages(root).filter(({ isPrivate }) => !isPrivate);
  const license = readText(join(root, "LICENSE"));
  const problems = packages.flatMap(({ folder, name }) => [
    ...checkManifest(JSON.parse(readText(join(root, folder, "package.json"))), folder),
    ...checkReadme(readText(join(root, folder, "README.md")), name, folder),
    ...(readText(join(root, folder, "LICENSE")) === license
      ? []
      : [`${folder}/LICENSE differs from LICENSE`]),
  ]);
  return { problems, summary: `manifests: ${packages.length} published packages` };
}

/** The core, and what it depends on by exact version. */
const BELOW_CORE = new Set([CORE, "@hookwright/template", "@hookwright/signatures"]);

/**
 * @param {Record<string, any>} manifest
 * @param {string} folder
 * @returns {string[]}
 */
function checkManifest(manifest, folder) {
  const { name, version, repository, dependencies, peerDependencies, devDependencies } = manifest;
  const missing = FIELDS.filter((field) => manifest[field] === undefined);
  const isPeer = peerDependencies?.[CORE] === `^${version}` && devDependencies?.[CORE] === version;
  return [
    ...missing.map((field) => `${folder}/package.json has no ${field}`),
    ...(repository === undefined || repository.directory === folder
      ? []
      : [`${folder}/package.json: repository.directory is not "${folder}"`]),
    ...(BELOW_CORE.has(name) || (isPeer && dependencies?.[CORE] === undefined)
      ? []
      : [
          `${folder}/package.json: ${CORE} is not a peer dependency "^${version}" and a dev dependency`,
        ]),
  ];
}

/**
 * @param {string} readme
 * @param {string} name
 * @param {string} folder
 * @returns {string[]}
 */
function checkReadme(readme, name, folder) {
  const needs = [
    { what: `the title "${name}"`, isThere: readme.startsWith(`# ${name}\n`) },
    { what: `the line "npm install ${name}"`, isThere: readme.includes(`npm install ${name}`) },
    { what: "an example", isThere: /^```(?:ts|json5)$/m.test(readme) },
  ];
  return needs
    .filter(({ isThere }) => !isThere)
    .map(({ what }) => `${folder}/README.md lacks ${what}`);
}

/** @param {string} path a missing file counts as an empty one */
function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

await runCheck(import.meta.url, checkManifests);
