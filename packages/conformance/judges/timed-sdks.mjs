// @ts-check
// SDKs of vendors that sign a time stamp with the body → judges.
import { accepted, load } from "./load-sdk.mjs";

/** @typedef {import("./load-sdk.mjs").Judge} Judge */

/** @type {readonly Judge[]} */
export const TIMED_JUDGES = [
  {
    library: "stripe",
    providers: ["stripe"],
    note: "accepts any time in the future",
    checksTime: true,
    verify: ({ secret, body, headers }) =>
      accepted(stripe().webhooks.constructEvent(body, headers["stripe-signature"], secret)),
    sign: ({ secret, body, sentAt }) => ({
      "stripe-signature": stripe().webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp: Math.floor(sentAt / 1000),
      }),
    }),
  },
  {
    library: "@slack/bolt",
    providers: ["slack"],
    note: "accepts any time in the future",
    checksTime: true,
    verify: ({ secret, body, headers }) =>
      load("@slack/bolt/dist/receivers/verify-request.js").isValidSlackRequest({
        signingSecret: secret,
        body,
        headers: {
          "x-slack-signature": headers["x-slack-signature"],
          "x-slack-request-timestamp": Number(headers["x-slack-request-timestamp"]),
        },
      }),
  },
  {
    library: "@paddle/paddle-node-sdk",
    providers: ["paddle"],
    checksTime: true,
    note: "5 s; takes the last `h1` alone",
    verify: ({ secret, body, headers }) =>
      new (load("@paddle/paddle-node-sdk").Paddle)("none").webhooks.isSignatureValid(
        body,
        secret,
        headers["paddle-signature"],
      ),
  },
  {
    library: "@mux/mux-node",
    providers: ["mux"],
    checksTime: true,
    verify: async ({ secret, body, headers }) => {
      const client = new (load("@mux/mux-node").Mux)({ tokenId: "none", tokenSecret: "none" });
      return accepted(await client.webhooks.verifySignature(body, headers, secret));
    },
  },
  {
    library: "@workos-inc/node",
    providers: ["workos"],
    checksTime: true,
    note: "signs the body as it writes it again, not its bytes",
    rewritesBody: true,
    verify: async ({ secret, body, headers }) =>
      workos().webhooks.verifyHeader({
        payload: JSON.parse(body),
        sigHeader: headers["workos-signature"],
        secret,
      }),
    sign: async ({ secret, body, sentAt }) => {
      const signature = await workos().webhooks.computeSignature(sentAt, JSON.parse(body), secret);
      return { "workos-signature": `t=${sentAt}, v1=${signature}` };
    },
  },
  {
    library: "@sanity/webhook",
    providers: ["sanity"],
    note: "checks no time",
    verify: ({ secret, body, headers }) =>
      load("@sanity/webhook").isValidSignature(body, headers["sanity-webhook-signature"], secret),
    sign: async ({ secret, body, sentAt }) => ({
      "sanity-webhook-signature": await load("@sanity/webhook").encodeSignatureHeader(
        body,
        sentAt,
        secret,
      ),
    }),
  },
];

const stripe = () => new (load("stripe"))("sk_none");

const workos = () => new (load("@workos-inc/node").WorkOS)("none");
