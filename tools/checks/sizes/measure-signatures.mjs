// @ts-check
// The built package of signatures → gzipped bytes of programs that verify with it.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const TEN = "github, stripe, shopify, slack, clerk, linear, typeform, intercom, vercel, paddle";

/** What a program takes, by what it does. @type {Readonly<Record<string, string>>} */
const PROGRAMS = {
  "verify alone": "verify",
  "one vendor: secret": "verify, github",
  "one vendor: public key": "verify, discord",
  "one vendor: token": "verify, telegram",
  "one vendor: JSON Web Token": "verify, netlify",
  "one vendor: published keys": "verify, pubsub",
  "one vendor: certificates": "verify, sns",
  "ten vendors": `verify, ${TEN}`,
  "all vendors": "verify, allProviders",
  sign: "sign, github",
  handshake: "handshake, slack",
  defineScheme: "verify, defineScheme",
};

/** @param {string} root of the workspace, built @returns {Promise<Readonly<Record<string, number>>>} */
export async function measureSignatures(root) {
  const rows = Object.entries(PROGRAMS).map(async ([name, names]) => {
    const { outputFiles } = await build({
      stdin: { contents: `export { ${names} } from "@hookwright/signatures";`, resolveDir: root },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      target: "es2022",
      write: false,
      logLevel: "error",
    });
    return [name, gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length];
  });
  return Object.fromEntries(await Promise.all(rows));
}
