// @ts-check
// The configs on a page → links that open each in the playground, with an event that it takes.
import { deflateRawSync } from "node:zlib";
import { parseConfigText } from "@hookwright/config/text";
import { safeCompileHooks } from "@hookwright/core";
import { listSamples, sample } from "@hookwright/samples";
import { stubbedOptions } from "@hookwright/testing";

/**
 * @typedef {{ path: string, payload: unknown, headers?: Readonly<Record<string, unknown>> }} Event
 * @typedef {{ language: string, code: string, line: number }} Fence
 */

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm;

/** Longer links break in chats; a browser takes them. */
const MAX_LINK_CHARACTERS = 12_000;

/** @type {readonly Event[]} */
const SAMPLES = listSamples().map((name) => /** @type {any} */ (sample(name)));

/**
 * A config is opened with the event that follows it on the page, else with the first sample that it takes.
 *
 * @param {string} markdown
 * @returns {Promise<Map<string, string>>} the code of a config → the fragment of its link
 */
export async function playgroundLinks(markdown) {
  const fences = [...markdown.matchAll(FENCE)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
  /** @type {Map<string, string>} */
  const links = new Map();
  for (const [at, { language, code }] of fences.entries()) {
    if (!/^(?:json5|yaml)$/.test(language) || !/\bmappings\b/.test(code)) continue;
    const format = language === "yaml" ? "yaml" : "json5";
    const document = await parseConfigText(code, { format });
    if (!document.ok) continue;
    const event = await eventFor(document.config, fences[at + 1]);
    if (event === undefined) continue;
    const fragment = fragmentOf({ config: code, format, event });
    if (fragment.length <= MAX_LINK_CHARACTERS) links.set(code, fragment);
  }
  return links;
}

/** @param {unknown} config @param {Pick<Fence, "language" | "code"> | undefined} next */
async function eventFor(config, next) {
  const compiled = safeCompileHooks(config, stubbedOptions(config));
  if (!compiled.ok) return undefined;
  const { hooks } = compiled;
  const [first] = hooks.mappings;
  const path = typeof first?.match.path === "string" ? first.match.path : undefined;
  const own =
    next?.language === "json" ? eventOfFence(next.code, path, first?.match.headers) : undefined;
  for (const event of [...(own === undefined ? [] : [own]), ...SAMPLES]) {
    const { outcome } = await hooks.resolve(/** @type {any} */ (event));
    if (outcome === "action" || outcome === "batch") return event;
  }
  return own ?? (path === undefined ? undefined : { path, payload: {} });
}

/** @param {string} code @param {string | undefined} path @param {any} headers */
function eventOfFence(code, path, headers) {
  try {
    const value = JSON.parse(code);
    if (typeof value?.path === "string" && "payload" in value) return /** @type {Event} */ (value);
    if (path === undefined) return undefined;
    const sent = Object.entries(headers ?? {}).map(([name, one]) => [name, [one].flat()[0]]);
    return /** @type {Event} */ ({ path, headers: Object.fromEntries(sent), payload: value });
  } catch {
    return undefined;
  }
}

/** As packages/studio/src/model/share.ts reads it. @param {{ config: string, format: string, event: Event }} state */
function fragmentOf({ config, format, event }) {
  const { path, headers = {}, payload } = event;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = {
    path,
    headers: lines.join("\n"),
    query: "",
    payload: JSON.stringify(payload, undefined, 2),
  };
  const shared = { v: 1, config, format, event: text };
  return `s=${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;
}
