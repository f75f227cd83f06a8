// @ts-check
// node serve-worker.mjs BUNDLE: a Worker as a server of Node, on $HOST and $PORT, with the environment as its bindings.
import { createServer } from "node:http";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const { default: worker } = await import(pathToFileURL(resolve(process.argv[2] ?? "")).href);

createServer(async (request, response) => {
  const { method = "GET", url, headers } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  const init = {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(request), duplex: "half" }),
  };
  const answer = await worker.fetch(
    new Request(`http://localhost${url}`, /** @type {any} */ (init)),
    process.env,
    {},
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}).listen(Number(process.env["PORT"]), process.env["HOST"]);
