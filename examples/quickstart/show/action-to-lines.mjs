// @ts-check
// An action → a box with its fields, and its text with the fence made visible.

/**
 * @param {import("@hookwright/core").Action} action
 * @param {string | undefined} mappingId
 * @param {import("./create-paint.mjs").Paint} paint
 * @returns {string[]}
 */
export function actionToLines(action, mappingId, paint) {
  const origin = mappingId === undefined ? "" : paint.dim(`, mapping "${mappingId}"`);
  const text = action.kind === "wake" ? action.text : action.message;
  return [
    `  ╭─ ${paint.strong(`${action.kind} action`)}${origin}`,
    ...fieldsOf(action).map(([name, value]) => `  │ ${name.padEnd(14)} ${visible(String(value))}`),
    "  │",
    ...text.split("\n").map((line) => `  │ ${paintLine(visible(line), paint)}`.trimEnd()),
    "  ╰─",
  ];
}

/** @param {import("@hookwright/core").Action} action */
function fieldsOf(action) {
  return Object.entries(action).filter(
    ([name]) => !["kind", "text", "message", "parts"].includes(name),
  );
}

/**
 * Highlights the fence that Hookwright adds around outside text.
 *
 * @param {string} line
 * @param {import("./create-paint.mjs").Paint} paint
 */
function paintLine(line, paint) {
  return /^<<<(?:END_)?UNTRUSTED/.test(line) ? paint.fence(line) : line;
}

/**
 * Attack: an escape sequence in an event must not reach the terminal.
 *
 * @param {string} text
 */
export function visible(text) {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
