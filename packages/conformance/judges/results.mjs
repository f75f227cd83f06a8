// @ts-check
// The titles of the judges' tests, and whether each passed → a table: vendors × what was tried.

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {boolean} passed
 */

/** Columns, with what the title of a test says that belongs there. */
const COLUMNS = /** @type {const} */ ([
  [
    "good",
    /: (?:\S+ accepts it|accepts what|accepts the published|accepts the token|makes a signature)/,
  ],
  ["other body", /refuses (?:a changed body|it changed)/],
  ["other signature", /refuses a changed signature/],
  ["time past", /refuses (?:a time stamp of the past|it an hour later)/],
  ["time future", /refuses a time stamp of the future/],
  ["wrong secret", /refuses another secret/],
  ["empty secret", /refuses an empty secret/],
  ["rotated", /accepts the old secret/],
  ["header missing", /refuses a missing/],
  ["header twice", /refuses a header that came twice/],
]);

export const COLUMN_NAMES = [...COLUMNS.map(([name]) => name), "further"];

/** @param {readonly Check[]} checks @returns {ReadonlyMap<string, readonly Check[]>} by vendor */
export function groupChecks(checks) {
  /** @type {Map<string, Check[]>} */
  const groups = new Map();
  for (const check of checks) {
    const [, id] = /\(\) for ([a-z\d-]+)/.exec(check.title) ?? [];
    if (id !== undefined) groups.set(id, [...(groups.get(id) ?? []), check]);
  }
  return groups;
}

/** @param {readonly Check[]} checks of one vendor @returns {readonly string[]} one cell for each column */
export function cellsOf(checks) {
  const ofColumns = COLUMNS.map(([, pattern]) => checks.filter(({ title }) => pattern.test(title)));
  const known = new Set(ofColumns.flat());
  return [...ofColumns, checks.filter((check) => !known.has(check))].map(cellOf);
}

/** @param {readonly Check[]} tried */
function cellOf(tried) {
  if (tried.some(({ passed }) => !passed)) return "**failed**";
  return tried.length === 0 ? "–" : String(tried.length);
}
