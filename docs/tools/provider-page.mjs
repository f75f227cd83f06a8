// @ts-check
// One vendor's row → its page, and the blocks of a page that shared pages have, too.
import { judgesOf, OURS, outsidersOf } from "../../packages/conformance/judges/judges-of.mjs";
import {
  deliveryIdOf,
  handshakeOf,
  joinWords,
  needsVerifyToken,
  rowsOf,
  rowsOfJwt,
  summaryOf,
  tamperedOf,
} from "./provider-facts.mjs";
import { OWN_COMMANDS, RESPONDS } from "./provider-notes.mjs";
import { trapsOf } from "./provider-traps.mjs";

/**
 * @typedef {import("@hookwright/signatures").Provider} Provider
 * @typedef {import("./provider-facts.mjs").Row} Row
 */

export const MADE = "<!-- Made from the table of vendors by docs/tools/provider-pages.mjs. -->";

/** Vendors with a page of recipes. */
const RECIPES = new Map(
  ["github", "gitlab", "grafana", "linear", "pagerduty", "sentry", "shopify", "slack", "stripe"]
    .map((id) => /** @type {const} */ ([id, id]))
    .concat([
      ["typeform", "forms"],
      ["tally", "forms"],
    ]),
);

/** @param {Row} provider @param {readonly Provider[]} providers */
export function makePage(provider, providers) {
  const { id, name, docs, signatures = [], delivery, jwt } = provider;
  const deliveryId = deliveryIdOf(provider);
  const handshake = handshakeOf(provider);
  const recipe = RECIPES.get(id);
  const traps = trapsOf(provider, providers);
  const page = docs === undefined ? [] : [`[The vendor's page](${docs}).`];
  return join([
    `# ${name}`,
    MADE,
    [summaryOf(provider), ...page].join(" "),
    "## Config",
    ...configsOf(provider),
    ...secretOf(provider),
    ...bodiesOf(provider),
    ...(recipe === undefined
      ? []
      : [
          `What to tell the agent: [the recipe](../recipes/${recipe}.md). Each of its mappings has this \`auth\`.`,
        ]),
    ...(signatures.length === 0 ? [] : ["## What is signed", ...signatures.map(schemeTable)]),
    ...(jwt === undefined ? [] : ["## What is signed", rowTable(rowsOfJwt(jwt))]),
    ...(handshake === undefined ? [] : ["## Handshake", handshake]),
    ...(deliveryId === undefined && delivery?.retries === undefined ? [] : ["## Deliveries"]),
    ...(delivery?.retries === undefined ? [] : [delivery.retries]),
    ...(deliveryId === undefined ? [] : [`Id of a delivery: ${deliveryId}.`]),
    ...tryIt(provider),
    "## Who judges this row",
    `The row is checked against: ${checkedAgainst(id)}.`,
    listOf(judgesOf(id)),
    ...(traps.length === 0 ? [] : ["## What to know", listOf(traps)]),
  ]);
}

/** @param {string} id @returns {string} vectors and libraries of the vendor, or that there are none */
export function checkedAgainst(id) {
  const outsiders = outsidersOf(id);
  return outsiders.length === 0 ? OURS : outsiders.join("; ");
}

/** @param {import("@hookwright/signatures").SignatureScheme} scheme */
export const schemeTable = (scheme) => rowTable(rowsOf(scheme));

/** @param {readonly (readonly [string, string])[]} rows */
const rowTable = (rows) =>
  table(
    ["part", "how"],
    rows.map(([name, cell]) => `| ${name} | ${cell} |`),
  );

/** @param {Provider} provider @returns {string} */
const envOf = ({ id }) => id.toUpperCase().replaceAll("-", "_");

/** Keys whose values nobody but the operator knows. @type {Readonly<Record<string, readonly string[]>>} */
const OWN_KEYS = {
  pubsub: [
    'audience: "https://hooks.example.com/hooks/pubsub"',
    'email: "pusher@project.iam.gserviceaccount.com"',
  ],
  sns: ['topics: ["arn:aws:sns:eu-west-1:123456789012:alarms"]'],
};

/** @param {Row} provider @returns {readonly string[]} the keys of each way to write the auth */
function authsOf(provider) {
  const { id, signatures = [], token, needsPublicUrl, jwt, message } = provider;
  const env = envOf(provider);
  const has = (/** @type {string} */ kind) => signatures.some(({ scheme }) => scheme === kind);
  const own = OWN_KEYS[id];
  if (own !== undefined) return [[`provider: "${id}"`, ...own].join(",\n          ")];
  const hasSecret = has("hmac") || jwt !== undefined || message !== undefined;
  const publicUrl =
    needsPublicUrl === true || id === "ebay"
      ? [`publicUrl: "https://hooks.example.com/hooks/${id}"`]
      : [];
  const handshake = needsVerifyToken(provider)
    ? [`handshake: { verifyToken: { env: "${env}_VERIFY" } }`]
    : [];
  const ways = [
    ...(hasSecret ? [`secret: { env: "${env}_SECRET" }`] : []),
    ...(has("publicKey") ? [`publicKey: { env: "${env}_PUBLIC_KEY" }`] : []),
    ...(token === undefined ? [] : [tokenKeys(token, env)]),
  ];
  return ways.map((way) =>
    [`provider: "${id}"`, way, ...publicUrl, ...handshake].join(",\n          "),
  );
}

/** @param {NonNullable<Provider["token"]>} token @param {string} env */
function tokenKeys({ basic }, env) {
  return basic === true
    ? `basic: { user: { env: "${env}_USER" }, password: { env: "${env}_PASSWORD" } }`
    : `token: { env: "${env}_TOKEN" }`;
}

/** @param {Provider} provider */
export function configsOf(provider) {
  const { id, name } = provider;
  const fences = authsOf(provider).map(
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
        },${respondOf(id)}
        messageTemplate: "${name} sent: {{payload}}",
      },
    ],
  },
}
\`\`\``,
  );
  return fences.flatMap((fence, index) => (index === 0 ? [fence] : ["or", fence]));
}

/** @param {string} id */
const respondOf = (id) => (RESPONDS[id] === undefined ? "" : `\n        respond: ${RESPONDS[id]},`);

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

/** @param {Provider} provider */
const bodiesOf = ({ body }) =>
  body === undefined
    ? []
    : [
        `**What it sends.** ${joinWords(body.map((one) => BODIES[one]))}: read as ${body.length === 1 ? "such" : "the content type says"} where the mapping has no \`body\`.`,
      ];

/** @param {Row} provider */
export function tryIt(provider) {
  const { id, signatures = [], token, needsPublicUrl, jwt, message } = provider;
  if (OWN_COMMANDS[id] !== undefined) return tryOwnCommand(OWN_COMMANDS[id]);
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
    `This ${isSigned ? "signs and " : ""}sends a sample event to a server on this machine (\`hookwright serve\`), and prints the answer.`,
    ...(hasOwnKey
      ? [
          `It writes a private key into \`${id}.pem\`, and prints the public one for the config; later, \`--private-key-file ${id}.pem\` signs with it.`,
        ]
      : []),
    ...(isSigned ? [`With \`--tamper ${tamperedOf(provider)}\`, the answer must be a 401.`] : []),
    ...(isBasic ? [`\`${env}_LOGIN\` holds user and password with a colon between them.`] : []),
  ];
  return [
    "## Try it",
    `\`\`\`sh\nhookwright send ${id} --to http://127.0.0.1:18790/hooks/${id} ${proof}\n\`\`\``,
    sentences.join(" "),
  ];
}

/** @param {{ readonly who: string, readonly command: string }} own */
const tryOwnCommand = ({ who, command }) => [
  "## Try it",
  `${who} alone has the private key, so that \`hookwright send\` cannot sign an event. Let the vendor send one to the public URL of the hook: \`${command}\`.`,
];

/** @param {readonly string[]} names @param {readonly string[]} rows */
export const table = (names, rows) =>
  [`| ${names.join(" | ")} |`, `|${names.map(() => "---").join("|")}|`, ...rows].join("\n");

/** @param {readonly string[]} blocks */
export const join = (blocks) => `${blocks.filter((block) => block !== "").join("\n\n")}\n`;

/** @param {readonly string[]} lines */
export const listOf = (lines) => lines.map((line) => `- ${line}`).join("\n");
