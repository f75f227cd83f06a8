// @ts-check
// SDKs of vendors → judges: what verifies our signatures, and what signs for our verifier to check.
//
// Why: a signer and a verifier of one hand agree also where both are wrong.
import { BODY_JUDGES } from "./body-sdks.mjs";
import { STANDARD_JUDGES } from "./standard-sdks.mjs";
import { TIMED_JUDGES } from "./timed-sdks.mjs";
import { PUBLIC_KEYS_JUDGES, URLS_JUDGES } from "./url-sdks.mjs";

/** @typedef {import("./load-sdk.mjs").Judge} Judge */

/** @type {readonly Judge[]} */
export const SDK_JUDGES = [
  ...STANDARD_JUDGES,
  ...BODY_JUDGES,
  ...TIMED_JUDGES,
  ...URLS_JUDGES,
  ...PUBLIC_KEYS_JUDGES,
];

export { versionOf } from "./load-sdk.mjs";
