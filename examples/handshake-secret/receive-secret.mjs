// @ts-check
// node receive-secret.mjs PORT PATH FILE: the first request of Asana or Notion → its secret in FILE, and the
// answer that the vendor wants. The secret is shown nowhere: a terminal may be somebody's log.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";

const [port = "", path = "", file = ""] = process.argv.slice(2);
if (!/^\d+$/.test(port) || !path.startsWith("/") || file === "") {
  console.error("Usage: node receive-secret.mjs PORT PATH FILE");
  process.exit(2);
}

/** What both vendors use, and what a header can repeat. */
const SECRET = /^[\x21-\x7e]{8,512}$/;
const MAX_BYTES = 8_192;

const server = createServer(async (request, response) => {
  const { "x-hook-secret": header } = request.headers;
  const secret =
    request.method === "POST" && request.url === path ? (header ?? (await readToken(request))) : "";
  if (typeof secret !== "string" || !SECRET.test(secret)) {
    response.writeHead(404, { connection: "close" }).end();
    return;
  }
  // "wx": a second request replaces nothing. Nobody else on this machine may read it.
  writeFileSync(file, secret, { flag: "wx", mode: 0o600 });
  console.log(`The secret is in ${file}.`);
  response.writeHead(200, header === undefined ? {} : { "x-hook-secret": secret }).end();
  server.close();
});

/** @param {import("node:http").IncomingMessage} request @returns {Promise<unknown>} Notion's token */
async function readToken(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MAX_BYTES) return undefined;
  }
  try {
    return JSON.parse(text)?.verification_token;
  } catch {
    return undefined;
  }
}

server.listen(Number(port), "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`Waiting for one request at http://127.0.0.1:${address.port}${path}`);
});
