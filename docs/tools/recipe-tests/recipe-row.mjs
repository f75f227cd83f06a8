// @ts-check
// What `hookwright test --json --coverage=json --mutate` printed → a row of the table, and what is wrong with it.

/** These show that a part of a config decides nothing, so none may survive. */
const ALWAYS_KILLED = ["mapping-remove", "cond-negate", "clause-drop", "field-drop"];

const MIN_SCORE = 95;

/**
 * @typedef {object} RecipeRow
 * @property {string} name
 * @property {number} cases
 * @property {readonly string[]} failed cases that fail, or that nobody reviewed
 * @property {Readonly<Record<string, { readonly covered: number, readonly total: number, readonly percent: number }>>} coverage by kind, and `total`
 * @property {readonly string[]} uncovered
 * @property {MutationCounts} [mutation] absent where no mutants were run
 *
 * @typedef {object} MutationCounts
 * @property {Readonly<Record<string, number>>} counts by verdict
 * @property {number} ignored
 * @property {number} score
 * @property {readonly Survivor[]} survivors
 * @property {readonly string[]} unused exceptions that fit no mutant
 *
 * @typedef {object} Survivor
 * @property {string} operator
 * @property {string} text
 */

/**
 * @param {string} name
 * @param {{ readonly run: string, readonly coverage: string }} reports
 * @returns {RecipeRow}
 */
export function readReports(name, { run, coverage }) {
  const { files, mutation } = JSON.parse(run);
  const { kinds, total, units } = JSON.parse(coverage).configs[0];
  /** @type {readonly any[]} */
  const cases = files[0].cases;
  return {
    name,
    cases: cases.length,
    failed: cases.filter(({ ok, reviewed }) => !ok || reviewed === false).map((one) => one.name),
    coverage: { ...kinds, total },
    uncovered: units.filter((/** @type {any} */ { isCovered }) => !isCovered).map(describeUnit),
    ...(mutation !== undefined && { mutation: readMutation(mutation[0]) }),
  };
}

/** @param {any} unit @returns {string} */
function describeUnit({ label, reason, mappingId, path, suggestion }) {
  const { patch, remove } = suggestion ?? {};
  const change = suggestion === undefined ? "" : `   try ${JSON.stringify({ patch, remove })}`;
  return `uncovered  ${mappingId ?? path.join(".")}  ${label}: ${reason}${change}`;
}

/** @param {any} mutation @returns {MutationCounts} */
function readMutation({ counts, ignored, score, unused, mutants }) {
  const left = mutants.filter((/** @type {any} */ { verdict }) =>
    ["survived", "not covered"].includes(verdict),
  );
  return {
    counts,
    ignored,
    score,
    survivors: left.map((/** @type {any} */ { operator, mapping, label, verdict, difference }) => ({
      operator,
      text: `${verdict}  ${operator}  ${mapping}  ${label}   ${JSON.stringify(difference) ?? ""}`,
    })),
    unused: unused.map((/** @type {any} */ { mutant, at }) => `no mutant is ${mutant} at ${at}`),
  };
}

/**
 * In words; nothing where all holds.
 *
 * @param {RecipeRow} row
 * @returns {readonly string[]}
 */
export function findFaults({ failed, uncovered, mutation }) {
  const { score = MIN_SCORE, survivors = [], unused = [] } = mutation ?? {};
  const grave = survivors.filter(({ operator }) => ALWAYS_KILLED.includes(operator));
  return [
    ...failed.map((name) => `failed  ${name}`),
    ...uncovered,
    ...grave.map(({ text }) => text),
    ...unused,
    ...(score < MIN_SCORE ? [`the score is ${score} %, and must be ${MIN_SCORE} %`] : []),
  ];
}
