// @ts-check
// CHANGELOG.md and the changesets of a version → the same with a section of that version; and that section again.
//
// Why not a changelog in each package: all have one version, and who reads asks what changed in Hookwright.

/** @typedef {import("@changesets/types").NewChangeset} Changeset */

/** @type {ReadonlyArray<readonly [title: string, step: string]>} the largest step first */
const PARTS = [
  ["Breaking", "major"],
  ["New", "minor"],
  ["Fixed", "patch"],
];

/** @param {string} version @param {string} date such as "2026-11-24" */
const titleOf = (version, date) => `## ${version} (${date})`;

/**
 * @param {string} changelog its newest section comes first
 * @param {{ readonly version: string, readonly date: string, readonly changesets: readonly Changeset[] }} release
 */
export function addVersion(changelog, { version, date, changesets }) {
  const parts = PARTS.flatMap(([title, step]) => {
    const rows = changesets.filter((changeset) => largestStep(changeset) === step);
    return rows.length === 0 ? [] : [`### ${title}\n\n${rows.map(writeRow).join("\n")}`];
  });
  const section = [titleOf(version, date), ...parts].join("\n\n");
  const [head = "", ...older] = changelog.trimEnd().split(/^(?=## )/m);
  return `${[head.trimEnd(), section, ...older.map((text) => text.trimEnd())].join("\n\n")}\n`;
}

/** Before 1.0 a minor version may break, and its text says so. @param {Changeset} changeset */
function largestStep({ releases }) {
  return PARTS.map(([, step]) => step).find((step) => releases.some(({ type }) => type === step));
}

/** @param {Changeset} changeset */
function writeRow({ summary, releases }) {
  const names = releases.map(({ name }) => `\`${name}\``).join(", ");
  // Further lines belong to the row.
  return `- ${names}: ${summary.trim().replaceAll("\n", "\n  ")}`;
}

/**
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined} without its title; undefined if no section has this version
 */
export function sectionOf(changelog, version) {
  const section = changelog
    .split(/^(?=## )/m)
    .find((text) => text.startsWith(titleOf(version, "").slice(0, -1)));
  return section?.slice(section.indexOf("\n")).trim();
}
