// @ts-check
// `npm run node-floor -- 22.12`: the oldest Node that is supported → every place that names it, rewritten.
//
// A version of Node is dropped by one commit: this command, then `npm test`. CI tries it with the next one. What only
// the older one needs stays until somebody takes it out: `grep -rn "Node 20" packages/*/src` finds it.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { npm } from "./checks/npm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Majors that Node supports or has supported last, in order; the matrix of CI starts with the floor. */
const MAJORS = [20, 22, 24, 26];

/**
 * Where the floor is named: files, and the text in them around it. `{}` means "20.19", `{major}` for "20", and
 * `{majors}` for those that CI tries.
 *
 * @type {ReadonlyArray<{ readonly files: string, readonly text: string }>}
 */
export const PLACES = [
  { files: ":(glob)**/package.json", text: '"node": ">={}"' },
  { files: ":(glob)**/*.md", text: "Node {} or newer" },
  { files: "docs/embed.md", text: "Node {} and newer" },
  { files: "docs/stability.md", text: "| {} and later |" },
  { files: ":(glob)packages/*/src/**/*.ts", text: '"node{}"' },
  { files: ":(glob).github/workflows/*.yml", text: "node-version: {major} # the oldest" },
  { files: ".github/workflows/ci.yml", text: "node: [{majors}]" },
];

/** @param {string} text @param {string} floor such as "20.19" */
export function fill(text, floor) {
  const major = floor.split(".")[0] ?? "";
  const majors = MAJORS.filter((other) => other >= Number(major)).join(", ");
  return text.replace("{}", floor).replace("{major}", major).replace("{majors}", majors);
}

/** @param {string} folder */
export function readFloor(folder) {
  const { engines } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return engines.node.replace(">=", "");
}

/** @param {string} folder @param {string} files a pathspec of Git @returns {readonly string[]} */
export function listFiles(folder, files) {
  const listed = execFileSync("git", ["ls-files", "-z", files], { cwd: folder, encoding: "utf8" });
  return listed
    .split("\0")
    .filter((path) => path !== "" && !path.startsWith("docs/decisions/"))
    .map((path) => join(folder, path));
}

/** @param {string} folder @param {string} floor */
export function writeFloor(folder, floor) {
  const old = readFloor(folder);
  for (const { files, text } of PLACES) {
    for (const path of listFiles(folder, files)) {
      const before = readFileSync(path, "utf8");
      const after = before.replaceAll(fill(text, old), fill(text, floor));
      if (after !== before) writeFileSync(path, after);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const floor = process.argv[2] ?? "";
  if (/^\d+\.\d+$/.test(floor)) {
    writeFloor(root, floor);
    // The lock file has a copy of the manifests.
    await npm(["install", "--package-lock-only", "--ignore-scripts", "--no-audit"], { cwd: root });
  } else {
    console.error("npm run node-floor -- 22.12");
    process.exitCode = 1;
  }
}
