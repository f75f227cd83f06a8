// @ts-check
// The version that was published → its tag, and its section of CHANGELOG.md as a release on GitHub, with the site of
// this version: the workflow of the site publishes it beside those of the others.
//
// The workflow calls it behind `npm run release`. Called again, it finds the release and does nothing.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSite } from "../../docs/tools/site/build-site.mjs";
import { sectionOf } from "./changelog.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const notes = sectionOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
const tag = `v${version}`;

if (notes === undefined) {
  console.error(`CHANGELOG.md has no section "## ${version} (date)".`);
  process.exitCode = 1;
} else if (spawnSync("gh", ["release", "view", tag], { cwd: root }).status === 0) {
  console.log(`${tag} is announced already.`);
} else {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const folder = mkdtempSync(join(tmpdir(), "hookwright-site-"));
  const [site, archive] = [join(folder, "site"), join(folder, "site.tar.gz")];
  const { faults } = await buildSite({ out: site, ref: tag });
  for (const fault of faults) console.error(fault);
  execFileSync("tar", ["-czf", archive, "."], { cwd: site });
  const args = ["release", "create", tag, archive, "--target", commit, "--title", tag];
  execFileSync("gh", [...args, "--notes-file", "-"], {
    cwd: root,
    input: notes,
    stdio: ["pipe", "inherit", "inherit"],
  });
  rmSync(folder, { recursive: true, force: true });
}
