// @ts-check
// The working tree → a copy of it in a temporary folder, in which sources are changed and built.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What a build makes in a package, and git ignores. */
const MADE = ["dist", "src/generated"];

/**
 * With uncommitted files, with what is built, and with links to the installed packages. Our own packages
 * are linked inside of the copy.
 *
 * @param {string} root
 * @returns {string} the folder
 */
export function createWorkCopy(root) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-claims-"));
  for (const file of listTree(root)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true });
  }
  for (const name of readdirSync(join(root, "packages"))) {
    for (const made of MADE) {
      const path = join("packages", name, made);
      if (!existsSync(join(root, path))) continue;
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
  }
  linkInstalled(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** @param {string} root @returns {readonly string[]} what git knows, or would add */
function listTree(root) {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const listed = execFileSync("git", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return String(listed)
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(root, file)));
}

/** @param {string} from @param {string} to */
function linkInstalled(from, to) {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    // Caches begin with a dot.
    if (name.startsWith(".")) continue;
    if (name === "@hookwright") {
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    } else symlinkSync(join(from, name), join(to, name));
  }
}
