// @ts-check
// AWS Lambda, behind a function URL or an HTTP API (payload format 2.0): Twilio's messages, whose URL is signed.
import { twilio, verify } from "@hookwright/signatures";

const { TWILIO_AUTH_TOKEN: secret = "", TWILIO_URL: publicUrl = "" } = process.env;
const sender = twilio({ secret, publicUrl });

/** @param {HttpEvent} event */
export async function handler({ headers, body = "", isBase64Encoded, rawPath, rawQueryString }) {
  const bytes = isBase64Encoded ? Buffer.from(body, "base64") : body;
  const url = rawQueryString === "" ? rawPath : `${rawPath}?${rawQueryString}`;
  const result = await verify({ headers, body: bytes, url }, sender);
  if (!result.ok) return { statusCode: result.status };
  const message = new URLSearchParams(new TextDecoder().decode(result.body));
  return { statusCode: 200, body: `Received ${message.get("MessageSid")}` };
}

/**
 * @typedef {object} HttpEvent
 * @property {string} rawPath
 * @property {string} rawQueryString
 * @property {Record<string, string>} headers
 * @property {string} [body]
 * @property {boolean} isBase64Encoded
 */
