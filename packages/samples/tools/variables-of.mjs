// @ts-check
// What a config says below `hooks` → the variables that it reads, and where the secret of each is found.
import { PROVIDERS } from "@hookwright/core/auth";

/**
 * @typedef {object} Variable
 * @property {string} name `GITHUB_SECRET`
 * @property {string} where in one sentence
 *
 * @typedef {{ readonly provider?: string, readonly query?: string } & Readonly<Record<string, unknown>>} Auth
 */

const RANDOM = "A long random text: `openssl rand -hex 32`.";

/** @param {{ readonly token?: unknown, readonly mappings?: readonly any[] }} hooks @returns {readonly Variable[]} */
export function variablesOf({ token, mappings = [] }) {
  const own = mappings.flatMap(({ auth, match }) =>
    auth === undefined
      ? []
      : namesIn(auth).map((name) => ({ name, where: whereOf(auth, match.path) })),
  );
  const all = [...namesIn(token).map((name) => ({ name, where: RANDOM })), ...own];
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** @param {unknown} value @returns {readonly string[]} those of all references below it */
function namesIn(value) {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  return entries.flatMap(([key, item]) =>
    key === "env" && typeof item === "string" ? [item] : namesIn(item),
  );
}

/** @param {Auth} auth @param {string} path @returns {string} */
function whereOf({ provider: id, query }, path) {
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider?.secretFrom !== undefined) return `${provider.name}: ${provider.secretFrom}`;
  if (query !== undefined) {
    return `${RANDOM} It stands in the URL, too: \`/hooks/${path}?${query}=<key>\`.`;
  }
  return `The secret that the sender of \`${path}\` signs with, as it shows it.`;
}
