// @ts-check
// The texts that name the oldest Node → those that differ from package.json.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fill, listFiles, PLACES, readFloor } from "../node-floor.mjs";
import { runCheck } from "./run-check.mjs";

/** @param {string} root @returns {import("./run-check.mjs").CheckResult} */
export function checkNodeFloor(root) {
  const floor = readFloor(root);
  const problems = PLACES.flatMap(({ files, text }) => {
    const wanted = fill(text, floor);
    const [before = "", after = ""] = text.split(/\{\w*\}/).map(escapeText);
    const shape = new RegExp(`${before}[\\d., ]+?${after}`, "g");
    const found = listFiles(root, files).flatMap((path) =>
      (readFileSync(path, "utf8").match(shape) ?? []).map((place) => ({ path, place })),
    );
    if (found.length === 0) return [`${files} does not say ${JSON.stringify(wanted)}`];
    return found
      .filter(({ place }) => place !== wanted)
      .map(({ path, place }) => `${relative(root, path)} says ${JSON.stringify(place)}`);
  });
  return { problems, summary: `the oldest Node: ${floor}` };
}

/** @param {string} text */
function escapeText(text) {
  return text.replace(/[|[\]>.]/g, "\\$&");
}

await runCheck(import.meta.url, checkNodeFloor);
