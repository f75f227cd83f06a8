// A message → 1,000 concurrent requests on keep-alive connections → latencies and wrong answers.
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 1_000, maxFreeSockets: 1_000 });
let next = 0;

process.on("message", async ({ port, token, kind }) => {
  const path = kind === "plain" ? "plain" : "ordinary.js";
  const results = await Promise.all(
    Array.from({ length: 1_000 }, () => send({ port, token, path, id: ++next })),
  );
  const times = results.map(({ ms }) => ms).sort((a, b) => a - b);
  const wrong = results.filter(({ right }) => !right).length;
  process.send?.({ p50: times[499], p99: times[989], wrong });
});

function send({ port, token, path, id }) {
  const start = performance.now();
  const body = JSON.stringify({ id, text: "x".repeat(2_000) });
  return new Promise((resolve) => {
    const done = (right) => resolve({ ms: performance.now() - start, right });
    request({
      agent,
      port,
      host: "127.0.0.1",
      method: "POST",
      path: `/hooks/${path}`,
      headers: { authorization: `Bearer ${token}` },
    })
      .on("error", () => done(false))
      .on("response", (response) => {
        let text = "";
        response
          .on("data", (chunk) => {
            text += chunk;
          })
          .on("end", () => done(response.statusCode === 202 && JSON.parse(text).runId === `${id}`));
      })
      .end(body);
  });
}
