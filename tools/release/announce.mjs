// @ts-check
// The version that was published → its tag, and its section of CHANGELOG.md as a release on GitHub.
//
// The workflow calls it behind `npm run release`. Called again, it finds the release and does nothing.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
  const args = ["release", "create", tag, "--target", commit, "--title", tag, "--notes-file", "-"];
  execFileSync("gh", args, { cwd: root, input: notes, stdio: ["pipe", "inherit", "inherit"] });
}
