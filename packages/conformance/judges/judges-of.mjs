// @ts-check
// The id of a vendor → what verifies its row, and what from outside of this project it is checked against.
import { JWT_JUDGES } from "./jwts.mjs";
import { MESSAGE_JUDGES } from "./messages.mjs";
import { OPENSSL_JUDGES } from "./openssl.mjs";
import { SDK_JUDGES, versionOf } from "./sdks.mjs";
import { TOKEN_JUDGES } from "./tokens.mjs";
import { PUBLISHERS, vectorsOf } from "./vectors.mjs";

/** @param {string} provider @returns {readonly string[]} empty: only our own code has verified it */
export function judgesOf(provider) {
  const sdks = SDK_JUDGES.filter(({ providers }) => providers.includes(provider)).map(
    ({ library, note, sign }) => {
      const does = sign === undefined ? "verifies" : "signs and verifies";
      const remark = note === undefined ? "" : `; ${note}`;
      return `\`${library}\` ${versionOf(library)}: ${does}${remark}`;
    },
  );
  const programs = OPENSSL_JUDGES.some((judge) => judge.provider === provider)
    ? ["`openssl`: signs"]
    : [];
  const jwts = JWT_JUDGES.filter((judge) => judge.provider === provider).map(
    ({ library }) => `\`${library}\` ${versionOf(library)}: signs`,
  );
  const messages = MESSAGE_JUDGES.filter((judge) => judge.provider === provider).map(
    ({ library, does }) =>
      library === "openssl"
        ? `\`openssl\`: ${does}`
        : `\`${library}\` ${versionOf(library)}: ${does}`,
  );
  const tokens = TOKEN_JUDGES.some((judge) => judge.provider === provider)
    ? ["`Request` of Node: sends the token"]
    : [];
  const published = vectorSourcesOf(provider).map((source) => `a published vector: ${source}`);
  return [...sdks, ...programs, ...jwts, ...messages, ...tokens, ...published];
}

/** What a row without either is checked against. */
export const OURS = "our reading only";

/**
 * What a program computes from our reading of the vendor's page, `openssl` for instance, does not count.
 *
 * @param {string} provider
 * @returns {readonly string[]} none: a mistake of our reading would show nowhere
 */
export function outsidersOf(provider) {
  return [...vectorSourcesOf(provider), ...ownLibrariesOf(provider)];
}

/**
 * @param {string} provider
 * @returns {readonly ("vector" | "library" | "documentation")[]} what agrees with the row beside our own code
 */
export function kindsOfProof(provider) {
  const vectors = vectorsOf(provider).length > 0 ? [/** @type {const} */ ("vector")] : [];
  const libraries = ownLibrariesOf(provider).length > 0 ? [/** @type {const} */ ("library")] : [];
  const kinds = [...vectors, ...libraries];
  return kinds.length === 0 ? ["documentation"] : kinds;
}

/** @param {string} provider @returns {readonly string[]} who has published a vector, and where */
export function vectorSourcesOf(provider) {
  return [...new Set(vectorsOf(provider).map(({ by, source }) => `${PUBLISHERS[by]} (${source})`))];
}

/** @param {string} provider @returns {readonly string[]} libraries that the vendor has made */
export function ownLibrariesOf(provider) {
  const sdks = SDK_JUDGES.filter(({ providers, ownOf = providers }) => ownOf.includes(provider));
  const others = [...JWT_JUDGES, ...MESSAGE_JUDGES].filter(
    (judge) => judge.provider === provider && judge.isOwn === true,
  );
  return [...sdks, ...others].map(({ library }) => `\`${library}\` ${versionOf(library)}`);
}
