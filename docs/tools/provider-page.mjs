// @ts-check
// A vendor → its page, and the blocks of a page that shared pages have, too.
import { readdirSync, readFileSync } from "node:fs";
import { judgesOf, OURS, outsidersOf } from "../../packages/conformance/judges/judges-of.mjs";
import {
  deliveryIdOf,
  HANDSHAKES,
  joinWords,
  jwtOf,
  needsVerifyToken,
  signatureOf,
  summaryOf,
  tamperedOf,
  trapsOf,
} from "./provider-facts.mjs";

/**
 * @typedef {import("@hookwright/signatures/vendors").Provider} Provider
 * @typedef {import("@hookwright/signatures/vendors").Vendor} Vendor
 */

export const MADE =
  "<!-- Made from packages/signatures/src/vendors by docs/tools/provider-pages.mjs. -->";

/** The ids of vendors → the name of the recipe page whose configs name them. */
const RECIPES = recipesOf(new URL("../recipes/", import.meta.url));

/** @param {URL} folder @returns {ReadonlyMap<string, string>} */
function recipesOf(folder) {
  const pages = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md");
  return new Map(
    pages.flatMap((file) =>
      [...readFileSync(new URL(file, folder), "utf8").matchAll(/\bprovider: "([\w-]+)"/g)].map(
        ([, id = ""]) => /** @type {const} */ ([id, file.slice(0, -".md".length)]),
      ),
    ),
  );
}

/** @param {Vendor} vendor @param {readonly Provider[]} providers */
export function makePage(vendor, providers) {
  const { provider } = vendor;
  const { id, name, docs, signatures = [], jwt, body, handshake, delivery } = provider;
  const deliveryId = deliveryIdOf(provider);
  const recipe = RECIPES.get(id);
  const links = [
    ...(docs === undefined ? [] : [`[Vendor's page](${docs}).`]),
    ...(recipe === undefined ? [] : [`[Recipe](../recipes/${recipe}.md).`]),
  ];
  return join([
    `# ${name}`,
    MADE,
    [summaryOf(provider), ...links].join(" "),
    ...configsOf(vendor),
    ...secretOf(provider),
    ...tryIt(vendor),
    "## What to know",
    listOf([
      ...signatures.map((scheme) => `Signature: ${signatureOf(scheme)}`),
      ...(jwt === undefined ? [] : [`Token: ${jwtOf(jwt)}`]),
      ...(body === undefined ? [] : [`Bodies: ${joinWords(body.map((one) => BODIES[one]))}.`]),
      ...(handshake === undefined ? [] : [`Handshake: ${HANDSHAKES[handshake]}`]),
      ...(delivery?.retries === undefined ? [] : [`Retries: ${delivery.retries}`]),
      ...(deliveryId === undefined ? [] : [`Id of a delivery: ${deliveryId}.`]),
      ...trapsOf(vendor, providers),
    ]),
    `Tests compare the data of this page with these sources: ${checksOf(id)}.`,
  ]);
}

/** @param {string} id @returns {string} what its tests compare it with */
function checksOf(id) {
  const ours = outsidersOf(id).length === 0 ? [OURS] : [];
  return [...ours, ...judgesOf(id)].join("; ");
}

/** @param {string} id @returns {string} vectors and libraries of the vendor, or that there are none */
export function checkedAgainst(id) {
  const outsiders = outsidersOf(id);
  return outsiders.length === 0 ? OURS : outsiders.join("; ");
}

/** @param {Provider} provider @returns {string} */
const envOf = ({ id }) => id.toUpperCase().replaceAll("-", "_");

/** @param {Vendor} vendor @returns {readonly string[]} the keys of each way to write the auth */
function authsOf({ provider, page }) {
  const { id, signatures = [], token, needsPublicUrl, jwt, message, handshake } = provider;
  const env = envOf(provider);
  const has = (/** @type {string} */ kind) => signatures.some(({ scheme }) => scheme === kind);
  const lines = (/** @type {readonly string[]} */ keys) =>
    [`provider: "${id}"`, ...keys].join(",\n          ");
  if (page?.config !== undefined) return [lines(page.config)];
  const hasSecret = has("hmac") || jwt !== undefined || message !== undefined;
  const publicUrl =
    needsPublicUrl === true || handshake === "ebay"
      ? [`publicUrl: "https://hooks.example.com/hooks/${id}"`]
      : [];
  const verifyToken = needsVerifyToken(provider)
    ? [`handshake: { verifyToken: { env: "${env}_VERIFY" } }`]
    : [];
  const ways = [
    ...(hasSecret ? [`secret: { env: "${env}_SECRET" }`] : []),
    ...(has("publicKey") ? [`publicKey: { env: "${env}_PUBLIC_KEY" }`] : []),
    ...(token === undefined ? [] : [tokenKeys(token, env)]),
  ];
  return ways.map((way) => lines([way, ...publicUrl, ...verifyToken]));
}

/** @param {NonNullable<Provider["token"]>} token @param {string} env */
function tokenKeys({ basic }, env) {
  return basic === true
    ? `basic: { user: { env: "${env}_USER" }, password: { env: "${env}_PASSWORD" } }`
    : `token: { env: "${env}_TOKEN" }`;
}

/** @param {Vendor} vendor */
export function configsOf(vendor) {
  const { id, name } = vendor.provider;
  const respond = vendor.page?.respond;
  const fences = authsOf(vendor).map(
    (auth) => `\`\`\`json5
{
  hooks: {
    enabled: true,
    token: { env: "HOOK_TOKEN" },
    mappings: [
      {
        match: { path: "${id}" },
        auth: {
          ${auth},
        },${respond === undefined ? "" : `\n        respond: ${respond},`}
        messageTemplate: "${name} sent: {{payload}}",
      },
    ],
  },
}
\`\`\``,
  );
  return fences.flatMap((fence, index) => (index === 0 ? [fence] : ["or", fence]));
}

/** @param {Provider} provider */
export const secretOf = ({ secretFrom }) =>
  secretFrom === undefined ? [] : [`**Where to find it.** ${secretFrom}`];

const BODIES = {
  json: "JSON",
  form: "forms",
  multipart: "forms with files",
  text: "text",
  ndjson: "lines of JSON",
};

/** @param {NonNullable<Vendor["cannotSend"]>} cannotSend */
function insteadOf({ reason, instead, isManual }) {
  const how = isManual === true ? instead : `\`${instead}\``;
  return `**Try it.** ${reason}, so that \`hookwright send\` cannot sign. Let the vendor send an event to the public URL: ${how}.`;
}

/** @param {Vendor} vendor */
export function tryIt({ provider, cannotSend }) {
  const { id, signatures = [], token, needsPublicUrl, jwt, message } = provider;
  if (cannotSend !== undefined) return [insteadOf(cannotSend)];
  const hasOwnKey =
    signatures.length > 0 && signatures.every(({ scheme }) => scheme === "publicKey");
  const isSigned = signatures.length > 0 || jwt !== undefined || message !== undefined;
  const isBasic = token?.basic === true;
  const env = envOf(provider);
  const proof = [
    ...(hasOwnKey ? [`--new-key ${id}.pem`] : []),
    ...(isSigned && !hasOwnKey ? [`--secret-env ${env}_SECRET`] : []),
    ...(isSigned ? [] : [`--token-env ${env}_${isBasic ? "LOGIN" : "TOKEN"}`]),
    ...(needsPublicUrl === true ? [`--public-url https://hooks.example.com/hooks/${id}`] : []),
  ].join(" ");
  const sentences = [
    `**Try it.** With \`hookwright serve\` in another terminal, this ${isSigned ? "signs and " : ""}sends a sample event${isSigned ? `; with \`--tamper ${tamperedOf(provider)}\`, the answer must be 401` : ""}.`,
    ...(hasOwnKey
      ? [
          `It writes a private key into \`${id}.pem\` and prints the public one for the config; \`--private-key-file ${id}.pem\` uses it again.`,
        ]
      : []),
    ...(isBasic ? [`\`${env}_LOGIN\` is user and password, with a colon between them.`] : []),
  ];
  return [
    sentences.join(" "),
    `\`\`\`sh\nhookwright send ${id} --to http://127.0.0.1:18790/hooks/${id} ${proof}\n\`\`\``,
  ];
}

/** @param {readonly string[]} names @param {readonly string[]} rows */
export const table = (names, rows) =>
  [`| ${names.join(" | ")} |`, `|${names.map(() => "---").join("|")}|`, ...rows].join("\n");

/** @param {readonly string[]} blocks */
export const join = (blocks) => `${blocks.filter((block) => block !== "").join("\n\n")}\n`;

/** @param {readonly string[]} lines */
export const listOf = (lines) => lines.map((line) => `- ${line}`).join("\n");
