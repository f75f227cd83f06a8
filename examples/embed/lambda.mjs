// @ts-check
// AWS Lambda: an event of a function URL or an HTTP API (payload format 2.0) → the answer of the hooks.
import { createFetchHandler } from "@hookwright/adapter-fetch";
import { createExampleIngress } from "./ingress.mjs";

const hooks = createFetchHandler(createExampleIngress());

/**
 * Lambda freezes the process after the answer, so `dispatch` must have done its work by then.
 *
 * @param {HttpEvent} event
 * @param {unknown} lambda
 */
export async function handler(event, lambda) {
  const { method, sourceIp } = event.requestContext.http;
  const query = event.rawQueryString === "" ? "" : `?${event.rawQueryString}`;
  const request = new Request(`https://lambda${event.rawPath}${query}`, {
    method,
    headers: event.headers,
    ...(event.body !== undefined && { body: decodeBody(event) }),
  });
  if (event.rawPath === "/health") return { statusCode: 200, body: "ok" };
  const answer = await hooks(request, { remoteAddress: sourceIp, context: lambda });
  if (answer === undefined) return { statusCode: 404, body: "not found" };
  const headers = Object.fromEntries(answer.headers);
  return { statusCode: answer.status, headers, body: await answer.text() };
}

/** @param {HttpEvent} event */
function decodeBody({ body = "", isBase64Encoded }) {
  return isBase64Encoded ? Buffer.from(body, "base64") : body;
}

/**
 * @typedef {object} HttpEvent
 * @property {string} rawPath
 * @property {string} rawQueryString
 * @property {Record<string, string>} headers
 * @property {string} [body]
 * @property {boolean} isBase64Encoded
 * @property {{ http: { method: string, sourceIp: string } }} requestContext
 */
