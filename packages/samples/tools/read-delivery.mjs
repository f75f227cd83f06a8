// @ts-check
// The file of a delivery (deliveries/<provider>/<name>.json) → the event that the provider would send.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * A payload is written out, or it is one of the examples that GitHub's own library has.
 *
 * @typedef {object} DeliveryFile
 * @property {string} [path] default: the name of the provider
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {Readonly<Record<string, string>>} [query]
 * @property {unknown} [payload]
 * @property {{ readonly event: string, readonly index: number }} [example]
 * @property {unknown} [with] what is different from the example; objects are merged
 * @property {number} [config] which config of the recipe page it is for; default: the first
 *
 * @typedef {object} Delivery
 * @property {{ path: string, headers: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>, payload: unknown }} event
 * @property {number} config
 */

const folder = new URL("../deliveries/", import.meta.url);

/** @returns {readonly { readonly provider: string, readonly names: readonly string[] }[]} */
export function listDeliveries() {
  return readdirSync(folder)
    .sort()
    .map((provider) => ({
      provider,
      names: readdirSync(new URL(`${provider}/`, folder))
        .sort()
        .map((file) => file.replace(".json", "")),
    }));
}

/** @param {string} provider @param {string} name @returns {Delivery} */
export function readDelivery(provider, name) {
  const url = new URL(`${provider}/${name}.json`, folder);
  /** @type {DeliveryFile} */
  const file = JSON.parse(readFileSync(url, "utf8"));
  const { path = provider, headers = {}, query = {}, example, config = 0 } = file;
  const payload = example === undefined ? file.payload : merge(readExample(example), file.with);
  return { config, event: { path, headers, query, payload } };
}

/** @param {{ readonly event: string, readonly index: number }} example @returns {unknown} */
function readExample({ event, index }) {
  /** @type {readonly { readonly name: string, readonly examples: readonly unknown[] }[]} */
  const groups = createRequire(import.meta.url)("@octokit/webhooks-examples");
  const example = groups.find(({ name }) => name === event)?.examples[index];
  if (example === undefined) throw new Error(`There is no example ${index} of "${event}".`);
  return example;
}

/** @param {unknown} value @param {unknown} change @returns {unknown} */
function merge(value, change) {
  if (change === undefined) return value;
  if (!isRecord(value) || !isRecord(change)) return change;
  const changed = Object.entries(change).map(([key, item]) => [key, merge(value[key], item)]);
  return { ...value, ...Object.fromEntries(changed) };
}

/** @param {unknown} value @returns {value is Readonly<Record<string, unknown>>} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
