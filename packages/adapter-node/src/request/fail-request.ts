// A request that something of the integrator made fail → a 500, or a closed connection where an answer has begun.
import type { ServerResponse } from "node:http";

const BODY = '{"ok":false,"error":"The request could not be served.","code":"internal_error"}';
const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-length": String(BODY.length),
  // Part of the request may be unread.
  connection: "close",
};

export function failRequest(response: ServerResponse): true {
  try {
    if (response.headersSent) response.destroy();
    else response.writeHead(500, HEADERS).end(BODY);
  } catch {
    response.destroy();
  }
  return true;
}
