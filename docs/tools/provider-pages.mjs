// @ts-check
// The table of vendors, and their judges → docs/providers. Run it with --write after a change of them.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  judgesOf,
  OURS,
  outsidersOf,
  ownLibrariesOf,
  vectorSourcesOf,
} from "../../packages/conformance/judges/judges-of.mjs";
import { deliveryIdOf, tokenPlaceOf } from "./provider-facts.mjs";
import {
  checkedAgainst,
  configsOf,
  join,
  listOf,
  MADE,
  makePage,
  schemeTable,
  secretOf,
  table,
  tryIt,
} from "./provider-page.mjs";
import { trapsOf } from "./provider-traps.mjs";

/** @typedef {import("./provider-facts.mjs").Row} Provider */

export const folder = fileURLToPath(new URL("../providers/", import.meta.url));
const STANDARD = "standard-webhooks";
const TOKENS = "tokens";

/** @param {Provider} provider @returns {string} the page without its ending */
export function pageNameOf({ id, signatures = [], token, handshake, delivery, jwt, message }) {
  const [scheme] = signatures;
  // Their rows differ in nothing but a name and where the secret is found.
  if (scheme?.signature.tagged === "v1" && scheme.key === "whsec" && token === undefined)
    return STANDARD;
  const proofs = [scheme, jwt, message, handshake, delivery];
  if (proofs.every((one) => one === undefined)) return TOKENS;
  return id;
}

/** @param {readonly Provider[]} providers @returns {ReadonlyMap<string, string>} pages by file name */
export function makePages(providers) {
  const ofPage = (/** @type {string} */ name) =>
    providers.filter((one) => pageNameOf(one) === name);
  const own = providers.filter((one) => pageNameOf(one) === one.id && one.id !== STANDARD);
  const pages = [
    ["README.md", makeIndex(providers)],
    [`${STANDARD}.md`, makeStandardPage(ofPage(STANDARD))],
    [`${TOKENS}.md`, makeTokensPage(ofPage(TOKENS))],
    ...own.map((one) => [`${one.id}.md`, makePage(one, providers)]),
  ];
  return new Map(/** @type {[string, string][]} */ (pages));
}

/** @param {readonly Provider[]} providers */
function makeIndex(providers) {
  const rows = providers.map((one) => {
    const ways = [
      ...(one.signatures === undefined && one.message === undefined ? [] : ["signature"]),
      ...(one.jwt === undefined ? [] : ["JSON Web Token"]),
      ...(one.token === undefined ? [] : ["token"]),
    ];
    const handshake = one.handshake === undefined ? "" : "yes";
    return `| [${one.name}](${pageNameOf(one)}.md) | \`${one.id}\` | ${ways.join(" or ")} | ${handshake} |`;
  });
  return join([
    "# Vendors",
    MADE,
    "Each page has the config, where the secret is found, what the vendor signs, what it does with an answer, and how to try it without the vendor. [Signatures](../signatures.md) says what is checked for all of them.",
    `A vendor has a page of its own where its row says something that no other's does. Those that sign as Standard Webhooks says, with the same keys, share [one page](${STANDARD}.md), and so do those of whom nothing is known but [where their token stands](${TOKENS}.md): dozens of copies of a page would hide the few lines that differ.`,
    "A sender that is not here: [a scheme of your own](../signatures.md#a-sender-that-is-not-in-the-table).",
    table(["vendor", "`provider`", "proves itself by a", "handshake"], rows),
    "## What each row is checked against",
    "A row and its tests that one hand has written agree also where both are wrong. So the table says for each row what stands against it from outside of this project:",
    listOf([
      "*a vector*: a request with its signature, or its token, that others have published. *The vendor*: on its pages, or in the tests of its own SDK, in any language. *A recorded delivery*: what the vendor has sent to somebody. *Another library*: what somebody else has made of the vendor's page, which shows that two readers understand it alike, and not that the vendor does what it says. Each is sent through the row, at its own time, and accepted; with one byte of what proves the sender changed, and under another secret, it is refused.",
      "*a library of the vendor*: it verifies what our signer makes, or signs what our verifier accepts.",
      `*${OURS}*: none of them is known. A program computes the signature a second time where there is one ([who judges the table](../signatures.md#who-judges-the-table)), which finds a slip of the code and no mistake of the reading. Try such a hook with a delivery of the vendor before you rely on it: [\`hookwright verify\`](../cli.md#verify) says what a captured request lacks.`,
    ]),
    checkTable(providers),
  ]);
}

/** @param {readonly Provider[]} providers */
function checkTable(providers) {
  const rows = providers.map(({ id }) => {
    const cells =
      outsidersOf(id).length === 0
        ? [OURS, ""]
        : [vectorSourcesOf(id).join("; ") || "none", ownLibrariesOf(id).join("; ") || "none"];
    return `| \`${id}\` | ${cells.join(" | ")} |`;
  });
  return table(["`provider`", "vector from outside", "library of the vendor"], rows);
}

/** @param {readonly Provider[]} vendors */
function makeStandardPage(vendors) {
  const [spec] = vendors;
  if (spec === undefined) throw new Error("The table has no Standard Webhooks.");
  const rows = vendors.map(({ id, name, docs, secretFrom = "", signatures = [], delivery }) => {
    const header =
      signatures[0]?.signature.header === "svix-signature"
        ? "`svix-*`, `webhook-*`"
        : "`webhook-*`";
    const retries = delivery?.retries === spec.delivery?.retries ? "" : (delivery?.retries ?? "");
    const linked = docs === undefined ? name : `[${name}](${docs})`;
    return `| ${linked} | \`${id}\` | ${header} | ${[secretFrom, retries].filter(Boolean).join(" ")} | ${checkedAgainst(id)} | ${judgesOf(id).join("; ")} |`;
  });
  return join([
    "# Standard Webhooks, and who signs by it",
    MADE,
    "These vendors sign id, time stamp and body, as the specification says, and differ in nothing but the names of the headers. So they share this page: put the vendor's `provider` into the config. [GitLab](gitlab.md) and [Polar](polar.md) have pages of their own.",
    "## Config",
    ...configsOf(spec),
    ...secretOf(spec),
    "## What is signed",
    "With a secret:",
    ...(spec.signatures ?? []).flatMap((scheme, index) =>
      index === 0
        ? [schemeTable(scheme)]
        : [
            "With a key pair (`v1a`), which may stand beside `v1` in one header:",
            schemeTable(scheme),
          ],
    ),
    "## Deliveries",
    spec.delivery?.retries ?? "",
    `Id of a delivery: ${deliveryIdOf(spec)}.`,
    ...tryIt(spec),
    "## The vendors",
    table(
      [
        "vendor",
        "`provider`",
        "headers",
        "secret, and what differs",
        "checked against",
        "judged by",
      ],
      rows,
    ),
    `Where the table says *${OURS}*, the scheme itself is the one that the specification's vector and library prove; that the vendor signs by it, and how it shows its secret, is what we have read.`,
    "## What to know",
    listOf([
      "An id has letters, digits, `-` and `_` alone: with a full stop in it, text could move from the id into the time under the same signature.",
      "Headers of both sets are never mixed: those of one set must be there in full.",
      "Each attempt of a delivery has a new time stamp and the same id.",
      ...vendors.flatMap((one) => trapsOf(one, vendors).map((trap) => `${one.name}: ${trap}`)),
    ]),
  ]);
}

/** @param {readonly Provider[]} vendors */
function makeTokensPage(vendors) {
  const [example] = vendors;
  if (example === undefined) throw new Error("The table has no tokens.");
  const rows = vendors.map(
    ({ id, name, docs, secretFrom = "", token }) =>
      `| ${docs === undefined ? name : `[${name}](${docs})`} | \`${id}\` | ${tokenPlaceOf(token)} | ${secretFrom} | ${checkedAgainst(id)} |`,
  );
  const basic = vendors.find(({ token }) => token?.basic === true);
  return join([
    "# Vendors that send a token",
    MADE,
    "These vendors sign nothing. They send a secret that you have typed in there, and it is compared in a time that does not depend on where it differs. It is removed from the request before a template, a transform or a record reads it. A token proves nothing of the body: somebody who has seen a request can send others.",
    "Nothing else is known of these vendors, so they share this page. Write the one of the sender as `provider`:",
    "## Config",
    ...configsOf(example),
    ...(basic === undefined ? [] : ["With user and password:", ...configsOf(basic)]),
    'A sender that lets you choose the place, or that is not in the table: `auth: { token: { env: "…" }, header: "x-token" }`, or `query`, `json`, `basic`.',
    ...tryIt(example),
    "## The vendors",
    table(
      ["vendor", "`provider`", "where the token stands", "where you find it", "checked against"],
      rows,
    ),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  const { PROVIDERS } = await import("@hookwright/signatures");
  const pages = makePages(PROVIDERS);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!pages.has(file)) rmSync(`${folder}${file}`);
  for (const [file, text] of pages) writeFileSync(`${folder}${file}`, text);
}
