// @ts-check
// The id of a vendor → who judges its row, and in which way it proves itself.
import { JWT_JUDGES } from "./jwts.mjs";
import { MESSAGE_JUDGES } from "./messages.mjs";
import { OPENSSL_JUDGES } from "./openssl.mjs";
import { SDK_JUDGES, versionOf } from "./sdks.mjs";
import { TOKEN_JUDGES } from "./tokens.mjs";

/** Vendors with a published example in packages/core/test/judges: vectors.test.ts and messages.test.ts. */
const PUBLISHED = new Set(["adyen", "github", "standard-webhooks", "twilio"]);

/** @param {string} provider @returns {readonly string[]} none: nothing but our own code has judged it */
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
  const published = PUBLISHED.has(provider) ? ["the published example"] : [];
  return [...sdks, ...programs, ...jwts, ...messages, ...tokens, ...published];
}
