// @ts-check
// Built sites, one for each version → one folder to publish: every version in its own folder, the latest release also as
// `latest`, and on each page a menu of the versions and a notice if it is not about the latest.
//
// Why here and not in the pages' script: an old version is not built again, and only here it is known which pages the
// other versions have. So nothing is looked up while somebody reads, and it works without scripts.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION_MENU, VERSION_NOTICE } from "./render-layout.mjs";
import { escapeHtml } from "./render-markdown.mjs";

/** What main has, which is not released. */
const NEXT = "next";
const LATEST = "latest";

/**
 * @param {object} options
 * @param {ReadonlyMap<string, string>} options.builds `next` or `0.2` → the folder that `npm run site` wrote
 * @param {string} options.out is emptied first
 * @returns {readonly string[]} the names, the newest first, as in `versions.json`
 */
export function joinVersions({ builds, out }) {
  const names = [...builds.keys()].sort(compareVersions).reverse();
  const latest = names.find((name) => name !== NEXT) ?? NEXT;
  rmSync(out, { recursive: true, force: true });
  for (const [name, folder] of builds) {
    cpSync(folder, join(out, name), { recursive: true });
    // A server reads it at the top alone.
    rmSync(join(out, name, "_headers"), { force: true });
  }
  const site = { names, latest, out };
  for (const name of names)
    for (const file of listPages(join(out, name))) addVersions(site, name, file);
  cpSync(join(out, latest), join(out, LATEST), { recursive: true });
  const headers = join(/** @type {string} */ (builds.get(latest)), "_headers");
  cpSync(headers, join(out, "_headers"));
  writeFileSync(join(out, "versions.json"), `${JSON.stringify({ latest, versions: names })}\n`);
  writeFileSync(join(out, "index.html"), REDIRECT);
  return names;
}

/**
 * A patch release replaces the site of the previous one.
 *
 * @param {readonly string[]} tags such as `v0.1.3`; others are left out
 * @returns {ReadonlyMap<string, string>} the name of each minor version → its newest tag
 */
export function newestOfEachMinor(tags) {
  const releases = tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  const sorted = releases.sort((one, other) => compareVersions(one.slice(1), other.slice(1)));
  return new Map(sorted.map((tag) => [tag.slice(1).replace(/\.\d+$/, ""), tag]));
}

/** `next` is newer than every release. @param {string} one @param {string} other */
function compareVersions(one, other) {
  if (one === NEXT || other === NEXT) return Number(one === NEXT) - Number(other === NEXT);
  return one.localeCompare(other, "en", { numeric: true });
}

/** @param {string} folder @returns {readonly string[]} such as `providers/github.html` */
function listPages(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".html")).map((file) => file.replaceAll("\\", "/"));
}

/** @typedef {{ readonly names: readonly string[], readonly latest: string, readonly out: string }} Site */

/** @param {Site} site @param {string} name @param {string} file */
function addVersions(site, name, file) {
  const { latest, names, out } = site;
  const path = join(out, name, file);
  const html = readFileSync(path, "utf8");
  if (names.length < 2 || !html.includes(VERSION_MENU)) return;
  const links = names.map((other) => {
    const current = other === name ? ' aria-current="true"' : "";
    return `<li><a href="${linkTo(site, other, file)}"${current}>${titleOf(site, other)}</a></li>`;
  });
  const menu = `<details class="versions"><summary>Version ${escapeHtml(name)}</summary><nav aria-label="Versions"><ul>${links.join("")}</ul></nav></details>`;
  const same = existsSync(join(out, latest, file));
  const about = name === NEXT ? "the next version, which is not released" : `version ${name}`;
  const there = same ? "The same page of" : "It is not in the latest version. The front page of";
  const notice = `<p class="old-version" role="note">This page is about ${about}. <a href="${linkTo(site, latest, file)}">${there} ${latest}, the latest</a>.</p>`;
  const canonical = `<link rel="canonical" href="${linkTo(site, latest, file)}">\n</head>`;
  const own = name === latest || same ? html.replace("</head>", canonical) : html;
  writeFileSync(
    path,
    own.replace(VERSION_MENU, menu).replace(VERSION_NOTICE, name === latest ? "" : notice),
  );
}

/** @param {Site} site @param {string} name */
function titleOf({ latest }, name) {
  if (name === latest) return `${escapeHtml(name)}, the latest`;
  return name === NEXT ? "next, not released" : escapeHtml(name);
}

/** The same page, or the front page. @param {Site} site @param {string} to @param {string} file */
function linkTo({ latest, out }, to, file) {
  const target = existsSync(join(out, to, file)) ? file : "index.html";
  const up = "../".repeat(file.split("/").length);
  return posix.join(up, to === latest ? LATEST : to, target);
}

const REDIRECT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0; url=${LATEST}/index.html">
<link rel="canonical" href="${LATEST}/index.html">
<title>Hookwright</title>
</head>
<body><main><h1><a href="${LATEST}/index.html">Hookwright</a></h1></main></body>
</html>
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out = "", ...pairs] = process.argv.slice(2);
  const builds = new Map(
    pairs.map((pair) => /** @type {[string, string]} */ (pair.split(/=(.*)/s).slice(0, 2))),
  );
  if (builds.size === 0)
    throw new Error("Name the folder to write, and NAME=FOLDER of each version.");
  process.stdout.write(`${joinVersions({ builds, out }).join(", ")} in ${out}\n`);
}
