// @ts-check
// `npm run pack:all`: a clone in any state → the folder `tarballs`, with each public package as npm would publish it.
//
// Why: an application can install them before they are on npm, and nothing in it points into the clone.
import { mkdirSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./checks/create-consumer.mjs";
import { readPackages } from "./checks/read-packages.mjs";
import { ensureInstalled } from "./run/ensure-installed.mjs";
import { build, runStep } from "./run/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "tarballs");

if ((await ensureInstalled(root)) && (await runStep(root, build))) {
  // Of an older version, both would be installed.
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const published = readPackages(root).filter(({ isPrivate }) => !isPrivate);
  for (const { name, path, size } of await pack(root, published, target)) {
    const kilobytes = Math.ceil(size / 1000);
    console.log(`${name.padEnd(30)} ${`${kilobytes} kB`.padStart(7)}  ${basename(path)}`);
  }
  // npm and its kind set it to the folder where the command was typed.
  const from = process.env["INIT_CWD"] ?? process.cwd();
  const folder = relative(from, target);
  console.log(
    `\nIn the folder of an application: npm install ${folder === "tarballs" ? target : folder}/*.tgz`,
  );
} else {
  process.exitCode = 1;
}
