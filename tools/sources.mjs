// @ts-check
// A built workspace → figures of its sources, for docs/architecture.md, and the files that a task runs. Nothing fails on them.
//
// `node tools/sources.mjs` prints the table; with the folder of another checkout as argument, that one's.
// `node tools/sources.mjs --walk request` prints the files that run for a task, in order: request, mapping, signed.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureSources } from "./checks/measure-sources.mjs";
import { workspace } from "./checks/run-check.mjs";

export const WALKS = /** @type {const} */ ({
  request: "a request with token, header clause, condition, each, helper",
  mapping: "such a mapping is compiled",
  signed: "a request with a signature of GitHub",
});

/**
 * @typedef {object} Walk
 * @property {readonly string[]} files in the order in which a function of theirs first runs
 * @property {number} functions how many run
 * @property {number} returns how often the walk comes back to a room that it has left
 */

/**
 * @param {string} root of a workspace that is built
 * @param {keyof typeof WALKS} name
 * @returns {Walk}
 */
export function walk(root, name) {
  const program = fileURLToPath(new URL("walk/run-walk.mjs", import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, [program, root, name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
}

/** @param {string} root @returns {string} */
function tableOf(root) {
  const { total, packages } = measureSources(root);
  const walks = Object.entries(WALKS).map(([name, title]) => {
    const { files, functions, returns } = walk(root, /** @type {keyof typeof WALKS} */ (name));
    return `| ${title}: files / functions / returns to a room | ${files.length} / ${functions} / ${returns} |`;
  });
  return [
    "| what a reader must know | |",
    "|---|---|",
    ...walks,
    `| source files in all packages | ${total.files} |`,
    `| files with one exported function for one other file | ${total.forOne} |`,
    `| exported names that no other file uses | ${total.unused} |`,
    "",
    "| package | files | lines | exports |",
    "|---|---|---|---|",
    ...packages.map(
      ({ name, files, lines, exported }) => `| ${name} | ${files} | ${lines} | ${exported} |`,
    ),
    `| all | ${total.files} | ${total.lines} | ${total.exported} |`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { walk: { type: "string" } },
    allowPositionals: true,
  });
  const name = values.walk;
  const root = resolve(positionals[0] ?? workspace);
  if (name === undefined) console.log(tableOf(root));
  else if (name in WALKS)
    console.log(walk(root, /** @type {keyof typeof WALKS} */ (name)).files.join("\n"));
  else console.error(`There is no walk "${name}": ${Object.keys(WALKS).join(", ")}.`);
}
