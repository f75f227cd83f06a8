// The text of a recorded file and what may not be in it → what is there all the same, also in base64 and percent-encoded.

/** @param {string} text @param {readonly string[]} hidden @returns {readonly string[]} */
export function findHidden(text, hidden) {
  const decoded = Array.from(text.matchAll(/[\w+/-]{16,}={0,2}/g), ([part]) =>
    Buffer.from(part, "base64").toString("latin1"),
  );
  const all = [text, ...decoded, text.replace(/(?:%[\dA-F]{2})+/gi, decode)].join("\n");
  return hidden.filter((one) => all.includes(one));
}

/** @param {string} part */
function decode(part) {
  return Buffer.from(part.replaceAll("%", ""), "hex").toString("latin1");
}
