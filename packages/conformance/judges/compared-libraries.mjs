// The libraries that bench/verify.mjs compares with ours: they are found from here.
export { verify as verifyOctokit } from "@octokit/webhooks-methods";
export { Webhook as StandardWebhook } from "standardwebhooks";
export { default as Stripe } from "stripe";
export { Webhook as SvixWebhook } from "svix";
