// @ts-check
// `node docs/tools/site/publish-versions.mjs OUT`: the site of each release, which `gh` downloads, and that of this
// checkout as `next` → one folder to publish. Ends with 1 if a link or an anchor of this checkout leads nowhere.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSite } from "./build-site.mjs";
import { joinVersions, newestOfEachMinor } from "./join-versions.mjs";

/** `tools/release/announce.mjs` adds it to each release. */
const ARCHIVE = "site.tar.gz";

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error("Name the folder to write.");
const folder = mkdtempSync(join(tmpdir(), "hookwright-versions-"));
try {
  const next = join(folder, "next");
  const { faults } = await buildSite({ out: next });
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else {
    const names = joinVersions({ builds: new Map([["next", next], ...download()]), out });
    process.stdout.write(`${names.join(", ")} in ${out}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns {readonly (readonly [string, string])[]} the name of a version and its folder */
function download() {
  const list = ["release", "list", "--exclude-drafts", "--limit", "1000", "--json", "tagName"];
  const releases = JSON.parse(execFileSync("gh", list, { encoding: "utf8" }));
  const tags = newestOfEachMinor(releases.map(({ tagName }) => tagName));
  return Array.from(tags, ([name, tag]) => {
    const to = join(folder, name);
    mkdirSync(to);
    execFileSync("gh", ["release", "download", tag, "--pattern", ARCHIVE, "--dir", to]);
    execFileSync("tar", ["-xzf", ARCHIVE], { cwd: to });
    rmSync(join(to, ARCHIVE));
    return /** @type {const} */ ([name, to]);
  });
}
