// @ts-check
// node tools/mutate-claims.mjs [words of claims…]: breaks each claim of docs/security.md in a copy of the
// working tree, and fails where the named test does not notice.
//
// Why: a test that stays green when its claim is broken proves nothing. `--check` only looks whether the
// changes fit the source; `--write` writes reports/claims.md. Needs what `npm run build` makes.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { claims } from "./claims/claims.mjs";
import { claimsToPage, PAGE } from "./claims/claims-page.mjs";
import { runProof } from "./claims/run-proof.mjs";
import { createWorkCopy } from "./claims/work-copy.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each copy runs one test at a time; a test file has one worker. */
const COPIES = 2;

/** @typedef {import("./claims/claims.mjs").Claim} Claim */
/** @typedef {import("./claims/claims.mjs").Mutant} Mutant */

/**
 * @param {string} folder
 * @param {Mutant} mutant
 * @returns {string} the changed file
 */
function changeText(folder, { file, find, replace }) {
  const [before = "", after, ...further] = readFileSync(join(folder, file), "utf8").split(find);
  if (after === undefined) throw new Error(`${file} no longer has: ${find}`);
  if (further.length > 0) throw new Error(`${file} has more than once: ${find}`);
  return before + replace + after;
}

/** @param {Claim} claim @param {Mutant} mutant */
function proofOf({ claim, proofs }, { proof = proofs[0]?.file }) {
  const found = proofs.find(({ file }) => file === proof);
  if (found === undefined) throw new Error(`"${claim}" does not name ${proof}`);
  return found;
}

/** @returns {readonly string[]} the mutants that do not fit the source */
function findStale() {
  return claims.flatMap((claim) =>
    claim.mutants.flatMap((mutant) => {
      try {
        proofOf(claim, mutant);
        changeText(root, mutant);
        return [];
      } catch (error) {
        return [String(/** @type {Error} */ (error).message)];
      }
    }),
  );
}

/**
 * @param {string} folder
 * @param {Claim} claim
 * @param {Mutant} mutant
 * @returns {Promise<string | undefined>} what is wrong
 */
async function tryMutant(folder, claim, mutant) {
  const path = join(folder, mutant.file);
  const original = readFileSync(path, "utf8");
  writeFileSync(path, changeText(folder, mutant));
  try {
    const { state, failed, output } = await runProof(folder, proofOf(claim, mutant), mutant.dies);
    if (state !== "ran") return `the proof ${state}:\n${output}`;
    const survived = mutant.dies.filter((title) => !failed.includes(title));
    return survived.length === 0 ? undefined : `not noticed by: ${survived.join("; ")}`;
  } finally {
    writeFileSync(path, original);
  }
}

/**
 * A test that does not exist, or that fails anyway, would notice every change.
 *
 * @param {string} folder
 * @param {import("./claims/claims.mjs").Proof} proof
 * @param {readonly string[]} titles
 * @returns {Promise<string | undefined>} what is wrong
 */
async function tryUnchanged(folder, proof, titles) {
  const { state, failed, missing, output } = await runProof(folder, proof, titles);
  if (state !== "ran") return `the proof ${state}:\n${output}`;
  if (missing.length > 0) return `no test of that name: ${missing.join("; ")}`;
  return failed.length > 0 ? `fails without a change: ${failed.join("; ")}` : undefined;
}

/** @param {readonly Claim[]} chosen */
function listTasks(chosen) {
  return chosen.flatMap((claim) => [
    ...claim.proofs.flatMap((proof) => {
      const noticing = claim.mutants.filter((mutant) => proofOf(claim, mutant) === proof);
      const titles = [...new Set(noticing.flatMap(({ dies }) => dies))];
      const run = (/** @type {string} */ folder) => tryUnchanged(folder, proof, titles);
      return titles.length === 0 ? [] : [{ claim, title: `${proof.file} passes`, run }];
    }),
    ...claim.mutants.map((mutant) => {
      const run = (/** @type {string} */ folder) => tryMutant(folder, claim, mutant);
      return { claim, title: `${mutant.effect} (${mutant.file})`, run };
    }),
  ]);
}

/** @param {readonly string[]} words @returns {Promise<number>} the number of problems */
async function mutateClaims(words) {
  const chosen = claims.filter(
    ({ claim }) => words.length === 0 || words.some((word) => claim.includes(word)),
  );
  const tasks = listTasks(chosen);
  const copies = Array.from({ length: COPIES }, () => createWorkCopy(root));
  const waiting = [...tasks];
  let problems = 0;
  const work = async (/** @type {string} */ folder) => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const problem = await task.run(folder);
      if (problem !== undefined) problems += 1;
      console.log(`${problem === undefined ? "ok  " : "FAIL"} ${task.claim.claim}: ${task.title}`);
      if (problem !== undefined) console.log(`     ${problem}`);
    }
  };
  try {
    await Promise.all(copies.map(work));
  } finally {
    for (const folder of copies) rmSync(folder, { recursive: true, force: true });
  }
  const mutants = chosen.reduce((sum, claim) => sum + claim.mutants.length, 0);
  console.log(`${chosen.length} claims, ${mutants} mutants, ${problems} problems`);
  return problems;
}

const args = process.argv.slice(2);
if (args.includes("--write")) writeFileSync(join(root, PAGE), claimsToPage(claims));
const stale = findStale();
for (const problem of stale) console.error(problem);
const isOnlyCheck = args.some((arg) => arg.startsWith("--"));
const problems = stale.length > 0 || isOnlyCheck ? stale.length : await mutateClaims(args);
process.exitCode = problems === 0 ? 0 : 1;
