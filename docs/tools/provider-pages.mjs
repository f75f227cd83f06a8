// @ts-check
// The vendors, and what their rows are checked against → docs/providers. Run it with --write after a change of them.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OURS } from "../../packages/conformance/judges/judges-of.mjs";
import { deliveryIdOf, signatureOf, tokenPlaceOf, trapsOf } from "./provider-facts.mjs";
import {
  checkedAgainst,
  configsOf,
  join,
  listOf,
  MADE,
  makePage,
  secretOf,
  table,
  tryIt,
} from "./provider-page.mjs";

/**
 * @typedef {import("@hookwright/signatures/vendors").Provider} Provider
 * @typedef {import("@hookwright/signatures/vendors").Vendor} Vendor
 */

export const folder = fileURLToPath(new URL("../providers/", import.meta.url));
const STANDARD = "standard-webhooks";
const TOKENS = "tokens";

/** @param {Provider} provider @returns {string} the page without its ending */
export function pageNameOf({ id, signatures = [], token, handshake, delivery, jwt, message }) {
  const [scheme] = signatures;
  // They differ only in the name and in where the secret is found.
  if (scheme?.signature.tagged === "v1" && scheme.key === "whsec" && token === undefined)
    return STANDARD;
  const proofs = [scheme, jwt, message, handshake, delivery];
  if (proofs.every((one) => one === undefined)) return TOKENS;
  return id;
}

/** @param {readonly Vendor[]} vendors @returns {ReadonlyMap<string, string>} pages by file name */
export function makePages(vendors) {
  const providers = vendors.map(({ provider }) => provider);
  const ofPage = (/** @type {string} */ name) =>
    vendors.filter(({ provider }) => pageNameOf(provider) === name);
  const own = vendors.filter(
    ({ provider }) => pageNameOf(provider) === provider.id && provider.id !== STANDARD,
  );
  const pages = [
    ["README.md", makeIndex(providers)],
    [`${STANDARD}.md`, makeStandardPage(ofPage(STANDARD))],
    [`${TOKENS}.md`, makeTokensPage(ofPage(TOKENS))],
    ...own.map((one) => [`${one.provider.id}.md`, makePage(one, providers)]),
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
      ...(one.handshake === undefined ? [] : ["handshake"]),
    ];
    return `| [${one.name}](${pageNameOf(one)}.md) | \`${one.id}\` | ${ways.join(", ")} | ${checkedAgainst(one.id)} |`;
  });
  return join([
    "# Vendors",
    MADE,
    `Each page has a config, where to find the secret, and how to test the hook without the vendor. Vendors that differ only in their name share a page: [Standard Webhooks](${STANDARD}.md) and [tokens](${TOKENS}.md). [Signatures](../signatures.md) has what is checked for all vendors, and [how to describe a sender](../signatures.md#a-sender-that-is-not-in-the-table) that is missing here.`,
    "## What each row is checked against",
    "A test that comes from the same reading of a vendor's page as the row repeats its mistakes. The last column names what others have made:",
    listOf([
      "A *published request* with its signature or token: from the vendor (its pages, or the tests of its SDK), recorded by somebody, or made by another library. Each is accepted at its own time, and refused with one byte changed and under another secret.",
      "A *library of the vendor*, which verifies what we sign, or signs what we verify.",
      `*${OURS}*: neither was found. Try such a hook with a real delivery before you rely on it; [\`hookwright verify\`](../cli.md#verify) says what a captured request lacks.`,
    ]),
    "[The table of vendors](../vendors-table.md) has what a server answers to good and wrong requests of each.",
    table(["vendor", "`provider`", "proof", "checked against"], rows),
  ]);
}

/** @param {readonly Vendor[]} vendors */
function makeStandardPage(vendors) {
  const spec = vendors.find(({ provider }) => provider.id === STANDARD);
  if (spec === undefined) throw new Error("The table has no Standard Webhooks.");
  const { provider } = spec;
  const providers = vendors.map((one) => one.provider);
  const rows = providers.map(({ id, name, docs, secretFrom = "", signatures = [], delivery }) => {
    const header = signatures[0]?.signature.header === "svix-signature" ? "`svix-*`" : "";
    const retries =
      delivery?.retries === provider.delivery?.retries ? "" : (delivery?.retries ?? "");
    const linked = docs === undefined ? name : `[${name}](${docs})`;
    return `| ${linked} | \`${id}\` | ${[header, secretFrom, retries].filter(Boolean).join(" ")} | ${checkedAgainst(id)} |`;
  });
  const shared = trapsOf({ provider }, []);
  const own = vendors.flatMap((one) =>
    (one.page?.notes ?? []).map((note) => `${one.provider.name}: ${note}`),
  );
  return join([
    "# Standard Webhooks, and vendors that sign by it",
    MADE,
    "These vendors sign id, time stamp and body as the specification says. Use the vendor's `provider` in the config. [GitLab](gitlab.md), [Polar](polar.md) and [BigCommerce](bigcommerce.md) have their own pages.",
    ...configsOf(spec),
    ...secretOf(provider),
    ...tryIt(spec),
    "## What to know",
    listOf([
      ...(provider.signatures ?? []).map(
        (scheme, index) =>
          `Signature${index === 0 ? "" : " with a key pair"}: ${signatureOf(scheme)}`,
      ),
      "An id has only letters, digits, `-` and `_`: with a full stop, text could move from the id into the time stamp under the same signature.",
      "Vendors that send by Svix have headers `svix-*` or `webhook-*`; a request must have all of one set.",
      `Retries: ${provider.delivery?.retries} Each attempt has a new time stamp and the same id.`,
      `Id of a delivery: ${deliveryIdOf(provider)}.`,
      ...shared,
      ...own,
    ]),
    "## The vendors",
    table(["vendor", "`provider`", "secret, and what differs", "checked against"], rows),
    `*${OURS}* means here: that the vendor signs by the specification is our reading; the specification's own vector and library prove the scheme.`,
  ]);
}

/** @param {readonly Vendor[]} vendors */
function makeTokensPage(vendors) {
  const [example] = vendors;
  if (example === undefined) throw new Error("The table has no tokens.");
  const rows = vendors.map(
    ({ provider: { id, name, docs, secretFrom = "", token } }) =>
      `| ${docs === undefined ? name : `[${name}](${docs})`} | \`${id}\` | ${tokenPlaceOf(token)} | ${secretFrom} | ${checkedAgainst(id)} |`,
  );
  const basic = vendors.find(({ provider }) => provider.token?.basic === true);
  return join([
    "# Vendors that send a token",
    MADE,
    "These vendors sign nothing. They send a secret that you entered there. It is compared in constant time, and removed from the request before a template, a transform or a record reads it. The token does not cover the body: anyone who has seen a request can send others.",
    ...configsOf(example),
    ...(basic === undefined ? [] : ["With user and password:", ...configsOf(basic)]),
    'For a sender that is not in the table, or whose place for the token can be chosen, write `auth: { token: { env: "…" }, header: "x-token" }`, or `query`, `json`, `basic`.',
    ...tryIt(example),
    "## The vendors",
    table(
      ["vendor", "`provider`", "where the token is", "where you find it", "checked against"],
      rows,
    ),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  const { VENDORS } = await import("@hookwright/signatures/vendors");
  const pages = makePages(VENDORS);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!pages.has(file)) rmSync(`${folder}${file}`);
  for (const [file, text] of pages) writeFileSync(`${folder}${file}`, text);
}
