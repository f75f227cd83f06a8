// The limit: checks the token and a header, reads the body, parses it, answers.
import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { report } from "./report.mjs";

const expected = Buffer.from(`Bearer ${process.env["BENCH_TOKEN"]}`);
const type = "application/json; charset=utf-8";
const wake = '{"ok":true,"mode":"now"}';
const agent = '{"ok":true,"runId":"0b0c1f2e-1d9e-4c8e-9d57-3a3f8e1b2c4d"}';
const wakeHeaders = { "content-type": type, "content-length": wake.length };
const agentHeaders = { "content-type": type, "content-length": agent.length };

const server = createServer((request, response) => {
  const given = Buffer.from(request.headers.authorization ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    response.writeHead(401).end();
    return;
  }
  const isKnown = request.url === "/hooks/wake" || request.headers["x-github-event"] === "push";
  if (!isKnown) {
    response.writeHead(404).end();
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (payload.text === undefined) response.writeHead(202, agentHeaders).end(agent);
    else response.writeHead(200, wakeHeaders).end(wake);
  });
});
server.listen(0, "127.0.0.1", () => report(server));
