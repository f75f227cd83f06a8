// @ts-check
// The list of vendors → the text of senders.ts: for each vendor a function with the data of its proof, without its prose.
//
// The data is what `planAuth` makes of the vendor, so that both ways give the same answers.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = new URL("../src/", import.meta.url);

/** What a caller passes, for the plan of a vendor; the door puts in what the caller of a sender has. */
const SECRET = "a-secret-of-more-than-16-bytes";
const TOPIC = "arn:aws:sns:eu-central-1:123456789012:name";
const URL_OF_HOOK = "https://hooks.example.com/";

/** Names that the entry has for itself. */
const TAKEN = ["verify", "sign", "explain", "handshake", "defineScheme", "allProviders"];

/** @returns {Promise<string>} */
export async function writeSenders() {
  const modules = await importSources();
  const vendors = modules.PROVIDERS.map((/** @type {any} */ provider) => {
    const { id } = provider;
    const name = id.replace(/-(.)/g, (/** @type {string} */ _, /** @type {string} */ one) =>
      one.toUpperCase(),
    );
    if (TAKEN.includes(name)) throw new Error(`A vendor cannot have the id "${id}".`);
    const ways = waysOf(provider, modules);
    if (ways.length === 0) throw new Error(`"${id}" has no proof.`);
    return { provider, name, ways };
  });
  const makers = new Set(vendors.flatMap(({ ways }) => ways.map(({ maker }) => maker)));
  const types = new Set(vendors.flatMap(({ ways }) => ways.flatMap(({ types }) => types)));
  return [
    "// Generated from the files of the vendors by tools/write-senders.mjs.",
    'import type { AnyProvider } from "../../door/any-provider.ts";',
    ...FILES.flatMap(([file, names]) => {
      const used = names.filter((name) => makers.has(name));
      return used.length === 0 ? [] : [`import { ${used.join(", ")} } from "../../door/${file}";`];
    }),
    `import type { ${[...types].sort().join(", ")} } from "../../door/options.ts";`,
    'import type { WebhookSender } from "../../door/sender.ts";',
    'import { isSignable } from "../../serving/create-handshake.ts";',
    "",
    ...vendors.map(textOf),
    "/**",
    " * Every vendor, for tools whose users choose one. A bundle that names it has all vendors and all families.",
    " *",
    " * @example",
    " * ```ts",
    ' * const provider = allProviders.find(({ id }) => id === "github");',
    ' * const sender = provider?.create({ secret: "the secret of the webhook" });',
    " * ```",
    " */",
    "export const allProviders: readonly AnyProvider[] = [",
    ...vendors.map(({ provider: { id, name }, name: own, ways }) => {
      const takes = ways.map(({ options }) => options);
      const create = `${own} as AnyProvider["create"]`;
      return `  { id: ${quote(id)}, name: ${quote(name)}, takes: ${quote(takes)}, create: ${create} },`;
    }),
    "];",
    "",
  ].join("\n");
}

/** @param {unknown} value */
const quote = (value) => JSON.stringify(value);

/** Which file of the door makes which senders. @type {ReadonlyArray<readonly [string, readonly string[]]>} */
const FILES = [
  ["jwt-senders.ts", ["publishedTokenSender", "secretTokenSender"]],
  ["message-senders.ts", ["adyenSender", "mailgunSender", "snsSender"]],
  ["signature-senders.ts", ["digestSender", "publicKeySender", "secretSender"]],
  ["token-senders.ts", ["basicSender", "tokenSender"]],
];

/**
 * @typedef {object} Way
 * @property {string} maker name of the function that makes the sender
 * @property {readonly string[]} types of the options
 * @property {readonly string[]} options names of those that are required; by the first, a vendor's ways differ
 * @property {object} row
 * @property {string} [more] further arguments
 */

/** @param {any} provider @param {any} modules @returns {readonly Way[]} */
function waysOf(provider, { planAuth, HANDSHAKES }) {
  const { id, signatures = [], token, jwt, message, needsPublicUrl } = provider;
  const handshake = HANDSHAKES[provider.handshake];
  // eBay hashes the URL.
  const needsUrl = needsPublicUrl || provider.handshake === "ebay";
  const common = {
    provider: id,
    ...(needsUrl && { publicUrl: URL_OF_HOOK }),
    ...(handshake?.needsToken && { handshake: { verifyToken: SECRET } }),
  };
  /** @param {object} input */
  const plan = (input) => {
    const planned = planAuth({ ...common, ...input });
    if (!planned.ok) throw new Error(`${id}: ${quote(planned.problems)}`);
    return planned.plan;
  };
  const kinds = new Set(signatures.map((/** @type {any} */ { scheme }) => scheme));
  const ways = [
    kinds.has("hmac") ? secretWay(provider, plan, handshake) : [],
    kinds.has("publicKey") ? publicKeyWay(provider, plan) : [],
    token === undefined ? [] : tokenWay(provider, plan),
    jwt === undefined ? [] : jwtWay(provider, plan),
    message === undefined ? [] : messageWay(provider, plan),
  ].flat();
  const types = [
    ...(needsUrl ? ["UrlOptions"] : []),
    ...(handshake?.needsToken ? ["VerifyTokenOptions"] : []),
  ];
  return ways.map((way) => ({
    ...way,
    types: [...way.types, ...types],
    options: [...way.options, ...(needsUrl ? ["publicUrl"] : [])],
  }));
}

/** @typedef {(input: object) => any} Plan */

/** What a plan of any family has of its vendor. @param {any} provider @param {any} planned */
function rowOf({ id, name }, { delivery, handshake }) {
  const { verifyToken: _, ...asked } = handshake ?? {};
  const facts = delivery?.id && { id: delivery.id, idSigned: delivery.idSigned };
  return { id, name, ...(facts && { delivery: facts }), ...(handshake && { handshake: asked }) };
}

/** @param {any} provider @param {Plan} plan @param {any} handshake @returns {Way} */
function secretWay(provider, plan, handshake) {
  const planned = plan({ secret: SECRET });
  const row = { ...rowOf(provider, planned), schemes: planned.schemes };
  const more = handshake?.signsText ? ", isSignable" : "";
  const maker = planned.schemes[0].key === "sha1" ? "digestSender" : "secretSender";
  return { maker, types: ["SecretOptions"], options: ["secret"], row, more };
}

/** @param {any} provider @param {Plan} plan @returns {Way} */
function publicKeyWay(provider, plan) {
  const planned = plan({ publicKey: SECRET });
  const row = { ...rowOf(provider, planned), schemes: planned.schemes };
  return { maker: "publicKeySender", types: ["PublicKeyOptions"], options: ["publicKey"], row };
}

/** @param {any} provider @param {Plan} plan @returns {Way} */
function tokenWay(provider, plan) {
  if (provider.token.basic) {
    const planned = plan({ basic: { user: "user", password: SECRET } });
    const row = { ...rowOf(provider, planned), place: planned.place };
    const options = ["user", "password"];
    return { maker: "basicSender", types: ["BasicOptions"], options, row };
  }
  const planned = plan({ token: SECRET });
  const row = { ...rowOf(provider, planned), place: planned.place };
  return { maker: "tokenSender", types: ["TokenOptions"], options: ["token"], row };
}

/** @param {any} provider @param {Plan} plan @returns {Way} */
function jwtWay(provider, plan) {
  const { jwt, tokens } = provider;
  const requires = Object.keys(tokens?.requires ?? {});
  const isPublished = jwt.jwks !== undefined;
  const needed = Object.fromEntries(requires.map((key) => [key, "x"]));
  const planned = plan(isPublished ? needed : { secret: SECRET });
  // Placeholders for the options of the caller are not part of the row.
  const { email: _, ...claims } = planned.scheme.claims;
  const scheme = { ...planned.scheme, audiences: jwt.audiences, claims };
  const row = { ...rowOf(provider, planned), scheme, leewaySeconds: planned.leewaySeconds };
  if (!isPublished) {
    const paths = jwt.binds?.of === "query" ? ["PathOptions"] : [];
    const types = ["SecretOptions", "ClaimOptions", ...paths];
    return { maker: "secretTokenSender", types, options: ["secret"], row };
  }
  const types = ["AudienceOptions", ...(requires.includes("email") ? ["EmailOptions"] : [])];
  return { maker: "publishedTokenSender", types, options: requires, row: { ...row, requires } };
}

/** @param {any} provider @param {Plan} plan @returns {Way} */
function messageWay(provider, plan) {
  const { message } = provider;
  const isSns = message === "sns";
  const planned = plan(isSns ? { topics: [TOPIC] } : { secret: SECRET });
  const { toleranceSeconds } = planned;
  const row = { ...rowOf(provider, planned), ...(toleranceSeconds && { toleranceSeconds }) };
  const types = [isSns ? "TopicOptions" : "SecretOptions"];
  return { maker: `${message}Sender`, types, options: [isSns ? "topics" : "secret"], row };
}

/** @param {{ provider: any, name: string, ways: readonly Way[] }} vendor */
function textOf({ provider, name, ways }) {
  const [first] = ways;
  const options = ways.map(({ types }) => types.join(" & ")).join(" | ");
  const values = first?.options.map((key) => `${key}: ${EXAMPLES[key] ?? '"…"'}`).join(", ");
  const from = provider.secretFrom === undefined ? "" : ` Where to find it: ${provider.secretFrom}`;
  const calls = ways.map(({ maker, row, more = "" }) => `${maker}(${quote(row)}, options${more})`);
  const [last = "", ...others] = [...calls].reverse();
  const choices = others
    .reverse()
    .map((call, index) => `if (${quote(ways[index]?.options[0])} in options) return ${call};`);
  return [
    "/**",
    ` * A sender: ${provider.name}.${from}`.replaceAll("*/", "* /"),
    " *",
    " * @example",
    " * ```ts",
    ` * const result = await verify(request, ${name}({ ${values} }));`,
    " * ```",
    " */",
    `export function ${name}(options: ${options}): WebhookSender {`,
    ...choices.map((line) => `  ${line}`),
    `  return ${last};`,
    "}",
    "",
  ].join("\n");
}

/** @type {Readonly<Record<string, string>>} */
const EXAMPLES = {
  publicUrl: '"https://hooks.example.com/name"',
  audience: '"https://hooks.example.com/name"',
  email: '"push@project.iam.gserviceaccount.com"',
  topics: `["${TOPIC}"]`,
};

async function importSources() {
  const contents = [
    'export { planAuth } from "./authoring/plan-auth/plan-auth.ts";',
    'export { HANDSHAKES } from "./serving/create-handshake.ts";',
    'export { PROVIDERS } from "./vendors/generated/vendors.ts";',
  ].join("\n");
  const base = fileURLToPath(new URL("../../base/src/index.ts", import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(source), loader: "ts" },
    alias: { "@hookwright/base": base },
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
    logLevel: "error",
  });
  const [{ text = "" } = {}] = outputFiles;
  return await import(`data:text/javascript,${encodeURIComponent(text)}`);
}
