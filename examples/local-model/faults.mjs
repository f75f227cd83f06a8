// @ts-check
// A fault that a test asks for, and the answer that would have been → what the client gets instead.
import { beginStream, pieceToText, sendJson } from "./wire.mjs";

/**
 * @param {import("./types.ts").Fault} fault
 * @param {import("./types.ts").FaultContext} context
 */
export function commitFault(fault, { api, asked, answer, response }) {
  switch (fault.kind) {
    case "refuse": {
      const { status, headers = {}, code = "refused", body } = fault;
      if (body === undefined) {
        return sendJson(response, status, api.error("As asked for.", code, status), headers);
      }
      response.writeHead(status, { "content-type": "text/html", ...headers });
      return response.end(body);
    }
    case "close":
      return response.destroy();
    case "silence":
      if (fault.after === "headers") beginHalf(asked, response);
      if (fault.after === "half") sendHalf({ api, asked, answer, response });
      // The client hears nothing more, and has to go by itself.
      return;
    case "half":
      return sendHalf({ api, asked, answer, response }, () => response.destroy());
    case "no-end":
      return sendHalf({ api, asked, answer, response }, () => response.end());
    case "error":
      beginStream(response);
      if (fault.after === "half") response.write(halfOf(api.pieces(asked, answer)));
      return response.end(pieceToText(api.errorPiece(fault.code)));
  }
}

/**
 * @param {import("./types.ts").ReadRequest} asked
 * @param {import("node:http").ServerResponse} response
 */
function beginHalf(asked, response) {
  if (asked.stream) beginStream(response);
  else response.writeHead(200, { "content-type": "application/json" });
  response.flushHeaders();
}

/**
 * @param {import("./types.ts").FaultContext} context
 * @param {() => void} [then]
 */
function sendHalf({ api, asked, answer, response }, then = () => undefined) {
  beginHalf(asked, response);
  const whole = JSON.stringify(api.whole(asked, answer));
  const half = asked.stream
    ? halfOf(api.pieces(asked, answer))
    : whole.slice(0, Math.floor(whole.length / 2));
  response.write(half, then);
}

/** @param {readonly import("./types.ts").Piece[]} pieces */
function halfOf(pieces) {
  return pieces
    .slice(0, Math.ceil(pieces.length / 2))
    .map(pieceToText)
    .join("");
}
