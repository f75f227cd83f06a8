// @ts-check
// What the file of a vendor exports, and what proves its row → what a contributor still has to write.
import { readFile } from "node:fs/promises";
import { build } from "esbuild";
import { judgesOf, kindsOfProof } from "../../packages/conformance/judges/judges-of.mjs";

/**
 * @typedef {import("@hookwright/signatures/vendors").Vendor} Vendor
 *
 * @typedef {object} Finding
 * @property {"done" | "missing" | "unknown"} state unknown: the row may stay so
 * @property {string} what
 * @property {string} [hint] what to write; of what is not done
 */

/**
 * The exports of a vendor's file. Throws for code that cannot be built.
 *
 * @param {URL} file
 * @returns {Promise<Vendor>}
 */
export async function importVendor(file) {
  const contents = await readFile(file, "utf8");
  return importCode(contents, new URL(".", file));
}

/** @param {string} contents @param {URL} folder that its imports are relative to @returns {Promise<Vendor>} */
export async function importCode(contents, folder) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder.pathname, loader: "ts" },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  const [code] = outputFiles;
  return import(`data:text/javascript,${encodeURIComponent(code?.text ?? "")}`);
}

/**
 * @param {string} id the name of the file
 * @param {Vendor} vendor
 * @returns {readonly Finding[]}
 */
export function checkRow(id, vendor) {
  const { provider, samples, cannotSend } = vendor;
  if (provider === undefined) {
    return [missing("the row", "Write: export const provider: Provider = { … };")];
  }
  const { name, docs = "", signatures, token, jwt, message, secretFrom, delivery } = provider;
  const proofs = [signatures, token, jwt, message].filter((one) => one !== undefined);
  const hasJudge = judgesOf(id).length > 0;
  const hasOutsider = !kindsOfProof(id).includes("documentation");
  return [
    need(provider.id === id, `id "${id}"`, `The file is ${id}.ts, and the id is "${provider.id}".`),
    need(name?.trim(), "name", "Write the name as the vendor writes it."),
    need(docs.startsWith("https://"), "docs", "Write the URL of the vendor's page on signatures."),
    need(
      proofs.length > 0,
      "proof",
      "Write signatures, token, jwt or message; shared/families.ts has functions for the usual ones.",
    ),
    need(secretFrom, "secretFrom", "Write where the operator finds the secret, in one sentence."),
    may(
      delivery?.retries,
      "delivery.retries",
      "Write what the vendor does after another answer than 2xx. Leave it out if no page says so.",
    ),
    may(
      delivery?.id ?? signatures?.some((scheme) => scheme.id !== undefined),
      "delivery.id",
      "Write where the id is that stays the same when a delivery is repeated. Leave it out if there is none.",
    ),
    may(
      samples ?? cannotSend,
      "samples",
      "Export an event in the vendor's own shape; without it, a generic one is sent.",
    ),
    need(
      hasJudge,
      "a row in packages/conformance/judges",
      "openssl.mjs signs by the vendor's page, tokens.mjs is for tokens, jwts.mjs for JSON Web Tokens.",
    ),
    may(
      hasOutsider,
      "a proof from outside",
      "vectors.mjs has published requests, sdks.mjs the vendors' libraries. Without either, the page says: our reading only.",
    ),
  ];
}

/** @param {unknown} value @param {string} what @param {string} hint @returns {Finding} */
function need(value, what, hint) {
  return value ? { state: "done", what } : missing(what, hint);
}

/** @param {string} what @param {string} hint @returns {Finding} */
const missing = (what, hint) => ({ state: "missing", what, hint });

/** @param {unknown} value @param {string} what @param {string} hint @returns {Finding} */
function may(value, what, hint) {
  return value ? { state: "done", what } : { state: "unknown", what, hint };
}
