// The same duties as the bare server, on express.
import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import express from "express";
import { report } from "./report.mjs";

const expected = Buffer.from(`Bearer ${process.env["BENCH_TOKEN"]}`);
const app = express();
app.use((request, response, next) => {
  const given = Buffer.from(request.headers.authorization ?? "");
  if (given.length === expected.length && timingSafeEqual(given, expected)) next();
  else response.status(401).end();
});
app.use(express.json({ limit: 262_144 }));
app.post("/hooks/wake", (_request, response) => {
  response.json({ ok: true, mode: "now" });
});
app.post("/hooks/:name", (request, response) => {
  if (request.headers["x-github-event"] !== "push") {
    response.status(404).end();
    return;
  }
  response.status(202).json({ ok: true, runId: "0b0c1f2e-1d9e-4c8e-9d57-3a3f8e1b2c4d" });
});
const server = createServer(app);
server.listen(0, "127.0.0.1", () => report(server));
