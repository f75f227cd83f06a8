// @ts-check
// An example of a config problem → the whole config that shows it.

/** @typedef {import("../../packages/core/src/authoring/advice/code-row.ts").ConfigExample} ConfigExample */

const TOKEN = "token: { file: hook.token }";

/**
 * @param {Pick<ConfigExample, "level" | "file">} example
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
