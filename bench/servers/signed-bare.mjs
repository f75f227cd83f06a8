// The limit of a signed route: reads the body, makes the same HMAC with node:crypto, parses it, answers.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { report } from "./report.mjs";

const secret = String(process.env["BENCH_TOKEN"]);
const agent = '{"ok":true,"runId":"0b0c1f2e-1d9e-4c8e-9d57-3a3f8e1b2c4d"}';
const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-length": agent.length,
};

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    const sent = String(request.headers["x-hub-signature-256"]).slice("sha256=".length);
    const expected = createHmac("sha256", secret).update(body).digest();
    const given = Buffer.from(sent, "hex");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      response.writeHead(401).end();
      return;
    }
    JSON.parse(body.toString("utf8"));
    response.writeHead(202, headers).end(agent);
  });
});
server.listen(0, "127.0.0.1", () => report(server));
