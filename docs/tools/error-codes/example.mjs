// @ts-check
// An example of a config problem → the whole config that shows it.

/**
 * What gives the code, and what does not. `level` says where the text stands: in a mapping, in the list of
 * mappings, in `hooks`, or at the top of the file; with `file` it is the whole text of a file of that name.
 *
 * @typedef {object} ConfigExample
 * @property {"mapping" | "mappings" | "hooks" | "top"} [level] default: "mapping"
 * @property {string} [file] its name, where the text is all of it
 * @property {string} wrong
 * @property {string} right
 * @property {string} say why, and what to write
 * @property {readonly object[]} [events] payloads of events, where it is these that show it
 * @property {readonly string[]} [env] variables that are set
 * @property {Readonly<Record<string, string>>} [files] other files beside the config
 * @property {Readonly<Record<string, string>>} [fixedFiles] what they are in the right example
 */

/**
 * What cannot be shown by a config and `check`: the test that proves it, from the root of the project.
 *
 * @typedef {{ readonly say: string, readonly proof: string }} ProvenElsewhere
 */

/** @typedef {ConfigExample | ProvenElsewhere} CodeExample */

const TOKEN = "token: { file: hook.token }";

/**
 * @param {ConfigExample} example
 * @param {string} text
 * @returns {string} a config in YAML, or the text of a file
 */
export function configFrom({ level = "mapping", file }, text) {
  if (file !== undefined) return text;
  if (level === "top") return has(text, "hooks") ? text : `${hooksFrom("mappings: []")}${text}`;
  if (level === "hooks") return hooksFrom(text);
  return hooksFrom(`mappings:\n${indent(level === "mappings" ? text : mappingFrom(text), 2)}`);
}

/** One event a line. @param {ConfigExample} example */
export function eventsFrom({ events = [] }) {
  return events.map((payload) => `${writeEvent(payload)}\n`).join("");
}

/** Long digits stand there as an integer. @param {object} payload */
export function writeEvent(payload) {
  return JSON.stringify({ path: "example", payload }).replaceAll(/"(\d{16,})"/g, "$1");
}

/** @param {string} text */
function hooksFrom(text) {
  const enabled = has(text, "enabled") ? [] : ["enabled: true"];
  const token = has(text, "token") ? [] : [TOKEN];
  return `hooks:\n${indent([...enabled, ...token, text].join("\n"), 2)}\n`;
}

/** @param {string} text */
function mappingFrom(text) {
  const match = has(text, "match") ? [] : ["match: { path: example }"];
  const hasText = ["messageTemplate", "textTemplate", "skip", "transform"].some((key) =>
    has(text, key),
  );
  const template = hasText ? [] : ['messageTemplate: "{{title}}"'];
  return `- ${indent([...match, text, ...template].join("\n"), 2).trimStart()}`;
}

/** @param {string} text @param {string} key */
const has = (text, key) => new RegExp(`^${key}:`, "m").test(text);

/** @param {string} text @param {number} columns */
const indent = (text, columns) => text.replaceAll(/^(?=.)/gm, " ".repeat(columns));
