// @ts-check
// Bodies of requests, JSON answers and event streams: what the APIs have in common.

const MAX_BODY_BYTES = 33_554_432;

/**
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<Readonly<Record<string, unknown>> | undefined>} undefined: no JSON object
 */
export async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {object} body
 * @param {Readonly<Record<string, string>>} [headers]
 */
export function sendJson(response, status, body, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** @param {import("node:http").ServerResponse} response */
export function beginStream(response) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
}

/** @param {import("./types.ts").Piece} piece */
export function pieceToText({ event, data }) {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {readonly import("./types.ts").Piece[]} pieces
 */
export async function sendPieces(response, pieces) {
  beginStream(response);
  for (const piece of pieces) {
    // A client that has gone drains nothing.
    if (response.destroyed) return;
    if (!response.write(pieceToText(piece))) await drained(response);
  }
  response.end();
}

/** @param {import("node:http").ServerResponse} response */
function drained(response) {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve(undefined);
    };
    response.on("drain", done).on("close", done);
  });
}

const PIECE_CHARACTERS = 24;

/** Without cutting a character. Long texts go in larger pieces. @param {string} text */
export function splitText(text) {
  const characters = Array.from(text);
  const size = Math.max(PIECE_CHARACTERS, Math.ceil(characters.length / 500));
  const pieces = [];
  for (let at = 0; at < characters.length; at += size) {
    pieces.push(characters.slice(at, at + size).join(""));
  }
  return pieces;
}

/** About four characters are a token. @param {string} text */
export function countTokens(text) {
  return Math.ceil(text.length / 4);
}

/** A text, or the texts of a list of parts. @param {unknown} content @returns {string} */
export function textOfContent(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("");
}

/**
 * @param {unknown} list of messages
 * @returns {readonly import("./types.ts").ModelMessage[]}
 */
export function readMessages(list) {
  if (!Array.isArray(list)) return [];
  return list
    .filter((one) => typeof one?.role === "string")
    .map(({ role, content }) => ({ role, text: textOfContent(content) }));
}

/** @param {readonly import("./types.ts").ModelMessage[]} messages */
export function newestOfUser(messages) {
  return messages.findLast(({ role }) => role === "user")?.text ?? "";
}

/** @param {readonly import("./types.ts").ModelMessage[]} messages @param {string} text */
export function countUsage(messages, text) {
  const input = countTokens(messages.map((message) => message.text).join(""));
  return { input, output: countTokens(text), total: input + countTokens(text) };
}
