// The same duties as the bare server, on fastify.
import { timingSafeEqual } from "node:crypto";
import fastify from "fastify";
import { report } from "./report.mjs";

const expected = Buffer.from(`Bearer ${process.env["BENCH_TOKEN"]}`);
const app = fastify({ bodyLimit: 262_144 });
app.addHook("onRequest", async (request, reply) => {
  const given = Buffer.from(request.headers.authorization ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    await reply.code(401).send();
});
app.post("/hooks/wake", () => ({ ok: true, mode: "now" }));
app.post("/hooks/:name", (request, reply) => {
  if (request.headers["x-github-event"] !== "push") return reply.code(404).send();
  reply.code(202);
  return { ok: true, runId: "0b0c1f2e-1d9e-4c8e-9d57-3a3f8e1b2c4d" };
});
await app.listen({ port: 0, host: "127.0.0.1" });
report(app.server);
