// @ts-check
// The claims of docs/security.md: what proves each of them, and the changes that its proof must notice.
import { authClaims } from "./auth/auth-claims.mjs";
import { doorClaims } from "./auth/door-claims.mjs";
import { keyClaims } from "./auth/key-claims.mjs";
import { messageClaims } from "./auth/message-claims.mjs";
import { proofClaims } from "./auth/proof-claims.mjs";
import { strangerClaims } from "./auth/stranger-claims.mjs";
import { compressionClaims } from "./compression-claims.mjs";
import { fenceClaims } from "./fence-claims.mjs";
import { limitClaims } from "./limit-claims.mjs";
import { logClaims } from "./log-claims.mjs";
import { moduleClaims } from "./module-claims.mjs";
import { onceClaims } from "./once-claims.mjs";
import { operatorClaims } from "./operator-claims.mjs";
import { payloadClaims } from "./payload-claims.mjs";
import { ruleClaims } from "./rule-claims.mjs";
import { secretClaims } from "./secret-claims.mjs";
import { telemetryClaims } from "./telemetry-claims.mjs";
import { throttleClaims } from "./throttle-claims.mjs";

/**
 * @typedef {object} Proof
 * @property {string} file a test, or a check of tools/
 * @property {number} [timeoutMs] of a test, where a broken claim lets it hang
 * @property {readonly string[]} [builds] for a check of what is built: the folders of the packages, in order
 */

/**
 * @typedef {object} Mutant
 * @property {string} file that is changed
 * @property {string} find stands once in the file
 * @property {string} replace
 * @property {string} effect what the change breaks, in words
 * @property {string} [proof] the file that must notice; the first of the claim where absent
 * @property {readonly string[]} dies titles of tests that must fail, or lines that a check must print
 */

/**
 * @typedef {object} Claim
 * @property {string} claim the text in docs/security.md
 * @property {readonly Proof[]} proofs
 * @property {readonly Mutant[]} mutants
 */

/** @type {readonly Claim[]} */
export const claims = [
  ...payloadClaims,
  ...fenceClaims,
  ...ruleClaims,
  ...limitClaims,
  ...compressionClaims,
  ...secretClaims,
  ...throttleClaims,
  ...telemetryClaims,
  ...logClaims,
  ...moduleClaims,
  ...authClaims,
  ...doorClaims,
  ...strangerClaims,
  ...proofClaims,
  ...keyClaims,
  ...messageClaims,
  ...onceClaims,
  ...operatorClaims,
];
