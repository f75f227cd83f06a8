// Requests that `verify` of @hookwright/signatures checks in a second, as ratios to the libraries of vendors.
//
// Each checks the same body with the same secret, and keeps what it can between two requests. The libraries are
// packages of the judges, which `npm run test:all` installs, or npm ci in packages/conformance/judges.
import { createHmac } from "node:crypto";
import {
  createWebCrypto,
  github,
  standardWebhooks,
  stripe,
  svix,
  verify,
} from "@hookwright/signatures";
import { createNodeCrypto } from "@hookwright/signatures/node";
import { interleave, printTable } from "./shared/interleave.mjs";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);

/** Checks in one round: about 100 ms for small bodies. */
const CHECKS = 2_000;

const SIZES = [1_000, 25_000];

const TEXT = "a-secret-of-more-than-16-bytes";
const WHSEC = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** @param {string} signed @param {string | Buffer} key @param {"hex" | "base64"} encoding */
const hmac = (signed, key, encoding) => createHmac("sha256", key).update(signed).digest(encoding);

export async function run() {
  for (const size of SIZES) {
    const body = JSON.stringify({ id: "evt_1", type: "invoice.paid", note: "x".repeat(size) });
    for (const [title, ways] of Object.entries(await waysOf(body)))
      await compare(title, size, ways);
  }
}

/**
 * The first of each list is the other's.
 *
 * @param {string} body
 * @returns {Promise<Readonly<Record<string, Readonly<Record<string, () => unknown>>>>>}
 */
async function waysOf(body) {
  const seconds = Math.floor(Date.now() / 1000);
  const crypto = createNodeCrypto();
  // Made once, as the page of each library says of its own.
  const web = { crypto: createWebCrypto(globalThis.crypto.subtle) };
  /** @param {import("@hookwright/signatures").WebhookSender} sender @param {Readonly<Record<string, string>>} headers */
  const ours = (sender, headers) => ({
    "verify, node:crypto": () => check(verify({ headers, body }, sender, { crypto })),
    "verify, WebCrypto": () => check(verify({ headers, body }, sender, web)),
  });
  // Imported late, because most machines do not have them.
  const libraries = await import("../packages/conformance/judges/compared-libraries.mjs");
  const { verifyOctokit, Stripe } = libraries;
  const ofSvix = new libraries.SvixWebhook(WHSEC);
  const standard = new libraries.StandardWebhook(WHSEC);
  const signature = `sha256=${hmac(body, TEXT, "hex")}`;
  const stripeHeader = `t=${seconds},v1=${hmac(`${seconds}.${body}`, TEXT, "hex")}`;
  const key = Buffer.alloc(32, 7);
  const standardHeaders = (/** @type {string} */ prefix) => ({
    [`${prefix}-id`]: "msg_1",
    [`${prefix}-timestamp`]: String(seconds),
    [`${prefix}-signature`]: `v1,${hmac(`msg_1.${seconds}.${body}`, key, "base64")}`,
  });
  const svixHeaders = standardHeaders("svix");
  const webhookHeaders = standardHeaders("webhook");
  return {
    GitHub: {
      "@octokit/webhooks-methods": async () => {
        if (!(await verifyOctokit(TEXT, body, signature))) throw new Error("Refused.");
      },
      ...ours(github({ secret: TEXT }), { "x-hub-signature-256": signature }),
    },
    Stripe: {
      "stripe, constructEvent": () => Stripe.webhooks.constructEvent(body, stripeHeader, TEXT),
      ...ours(stripe({ secret: TEXT }), { "stripe-signature": stripeHeader }),
    },
    Svix: {
      svix: () => ofSvix.verify(body, svixHeaders),
      ...ours(svix({ secret: WHSEC }), svixHeaders),
    },
    "Standard Webhooks": {
      standardwebhooks: () => standard.verify(body, webhookHeaders),
      ...ours(standardWebhooks({ secret: WHSEC }), webhookHeaders),
    },
  };
}

/** @param {Promise<{ readonly ok: boolean }>} checked */
async function check(checked) {
  const { ok } = await checked;
  if (!ok) throw new Error("A right request was refused.");
}

/** @param {string} title @param {number} size @param {Readonly<Record<string, () => unknown>>} ways */
async function compare(title, size, ways) {
  const names = Object.keys(ways);
  const measured = await interleave(
    names,
    async (name) => {
      const checkOne = ways[name] ?? (() => undefined);
      const start = performance.now();
      for (let count = 0; count < CHECKS; count++) await checkOne();
      return (performance.now() - start) / CHECKS;
    },
    { rounds: ROUNDS },
  );
  const rows = [...measured].map(([name, { value, ratio, low, high }]) => [
    name,
    Math.round(1 / (value / 1_000)).toLocaleString("en"),
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]);
  const head = ["what", "checks/s", "time, as a ratio", "spread"];
  printTable(`${title}, a body of ${size / 1_000} KB`, head, rows);
}
