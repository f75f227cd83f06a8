// @ts-check
// The claims → reports/claims.md.

export const PAGE = "reports/claims.md";

const INTRO = `# How the claims are tried

<!-- made by node tools/mutate-claims.mjs --write from tools/claims -->

A test that cannot fail proves nothing. So each claim of the [security model](../docs/security.md) is broken in the source, in at least three ways, and a named test must fail each time. \`node tools/mutate-claims.mjs\` does this in copies of the working tree. It also runs each named test without a change, and fails where the text to be changed is no longer in the source. It takes ten to fifteen minutes and is run by hand and once a week; words choose claims: \`node tools/mutate-claims.mjs fence Tokens\`.`;

/** @param {readonly import("./claims.mjs").Claim[]} claims */
export function claimsToPage(claims) {
  return `${[INTRO, ...claims.map(sectionOf)].join("\n\n")}\n`;
}

/** @param {import("./claims.mjs").Claim} claim */
function sectionOf({ claim, proofs, mutants }) {
  const files = proofs.map(({ file }) => `\`${file}\``).join(", ");
  const rows = mutants.map(
    ({ effect, file, dies }) =>
      `| ${cell(effect)} | \`${file}\` | ${dies.map((title) => `\`${cell(title)}\``).join("<br>")} |`,
  );
  const table = ["| change | in | what fails |", "|---|---|---|", ...rows].join("\n");
  // A claim's links are those of docs/security.md.
  const title = claim.replaceAll(/\]\((?!https?:)/g, "](../docs/");
  return `## ${title}\n\nProved by ${files}.\n\n${table}`;
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll("|", "\\|");
}
