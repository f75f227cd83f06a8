// @ts-check
// Canned answers → a server that speaks the APIs of model services, for tests and for trying things out.
//
// `createLocalModel({ answer }).listen(11434)` serves POST /v1/chat/completions, /v1/responses and
// /v1/messages, whole and streamed, and GET /v1/models. It thinks nothing and calls nobody.
import { createServer } from "node:http";
import { chat } from "./chat.mjs";
import { commitFault } from "./faults.mjs";
import { messages } from "./messages.mjs";
import { responses } from "./responses.mjs";
import { readBody, sendJson, sendPieces } from "./wire.mjs";

/** @typedef {import("./types.ts").Answer} Answer */
/** @typedef {import("./types.ts").LocalModelOptions} LocalModelOptions */
/** @typedef {import("./types.ts").ModelRequest} ModelRequest */
/** @typedef {import("./types.ts").Api} Api */

/** @type {Readonly<Record<string, Api>>} */
const APIS = {
  "/v1/chat/completions": chat,
  "/v1/responses": responses,
  "/v1/messages": messages,
};

const MODELS = ["local", "local-small"];

/**
 * @param {LocalModelOptions} [options]
 * @returns {import("node:http").Server} not listening yet
 */
export function createLocalModel(options = {}) {
  return createServer((request, response) => {
    serve(request, response, options).catch(() => response.destroy());
  });
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {LocalModelOptions} options
 */
async function serve(request, response, options) {
  const path = String(request.url).split("?")[0] ?? "";
  const api = request.method === "POST" ? APIS[path] : undefined;
  if (options.apiKey !== undefined && !hasKey(request, options.apiKey)) {
    const refusal = (api ?? chat).error("Wrong or missing API key.", "invalid_api_key", 401);
    return sendJson(response, 401, refusal);
  }
  if (request.method === "GET" && path === "/v1/models")
    return sendJson(response, 200, listModels());
  if (api === undefined) {
    return sendJson(response, 404, chat.error("There is no such address.", "not_found", 404));
  }
  const body = await readBody(request);
  const problem =
    body === undefined ? "The body is no JSON object." : api.check(body, request.headers);
  if (body === undefined || problem !== undefined) {
    return sendJson(response, 400, api.error(problem ?? "", "invalid_request_error", 400));
  }
  const asked = { ...api.read(body), path, headers: request.headers, body };
  options.onRequest?.(asked);
  const fault = options.fault?.(asked);
  const answer = completeAnswer((options.answer ?? cannedAnswer)(asked));
  if (fault !== undefined) return commitFault(fault, { api, asked, answer, response });
  if (!asked.stream) return sendJson(response, 200, api.whole(asked, answer));
  await sendPieces(response, api.pieces(asked, answer));
}

/** @param {import("node:http").IncomingMessage} request @param {string} key */
function hasKey({ headers }, key) {
  return headers.authorization === `Bearer ${key}` || headers["x-api-key"] === key;
}

function listModels() {
  const data = MODELS.map((id) => ({
    id,
    object: "model",
    created: 1_767_225_600,
    owned_by: "local",
  }));
  return { object: "list", data, has_more: false };
}

/** @param {string | Answer} answer @returns {Answer} */
function completeAnswer(answer) {
  return typeof answer === "string" ? { text: answer } : answer;
}

/**
 * What is said where nobody chose an answer.
 *
 * @param {ModelRequest} request
 * @returns {string}
 */
export function cannedAnswer({ text }) {
  return text.includes("HEARTBEAT_OK")
    ? "HEARTBEAT_OK"
    : "This is a canned answer of the local model.";
}
