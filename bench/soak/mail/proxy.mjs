// The address of the hooks, which stays while servers behind it come and go: it counts posts, answers 503 when it
// is asked to, and tells when a post comes, was forwarded and was answered.
import { createServer, request } from "node:http";

/** The moments of a post at which a process may be killed. */
export const STEPS = /** @type {const} */ (["before", "sent", "answered", "relayed"]);

/**
 * @typedef {{ status: number, runId: string | undefined }} Taken
 * @param {{ onStep: (step: typeof STEPS[number]) => void }} options
 */
export async function startProxy({ onStep }) {
  /** Base URL of the server. @type {URL | undefined} */
  let target;
  let isRefusing = false;
  const counts = { posts: 0, refused: 0, unanswered: 0 };
  /** Answers below 300 by idempotency key. @type {Map<string, Taken[]>} */
  const taken = new Map();
  /** @type {Map<number, number>} */
  const statuses = new Map();

  const server = createServer(async (incoming, outgoing) => {
    counts.posts += 1;
    const chunks = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk);
    } catch {
      return;
    }
    if (isRefusing) {
      counts.refused += 1;
      outgoing.writeHead(503, { "retry-after": "1" }).end();
      return;
    }
    onStep("before");
    const answer = await forward(incoming, Buffer.concat(chunks));
    if (answer === undefined) {
      counts.unanswered += 1;
      outgoing.destroy();
      return;
    }
    const key = String(incoming.headers["idempotency-key"]);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) note(key, answer);
    onStep("answered");
    outgoing.writeHead(answer.status, answer.headers).end(answer.text, () => onStep("relayed"));
  });

  /** @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string } | undefined>} */
  function forward(incoming, body) {
    return new Promise((resolve) => {
      if (target === undefined) return resolve(undefined);
      const { host: _host, connection: _connection, ...headers } = incoming.headers;
      const url = new URL(incoming.url, target);
      const sent = request(
        url,
        { method: incoming.method, headers, agent: false },
        async (reply) => {
          let text = "";
          try {
            for await (const piece of reply.setEncoding("utf8")) text += piece;
            const { connection: _closes, "transfer-encoding": _coding, ...rest } = reply.headers;
            resolve({ status: reply.statusCode ?? 0, headers: rest, text });
          } catch {
            resolve(undefined);
          }
        },
      );
      sent.on("error", () => resolve(undefined));
      sent.end(body, () => onStep("sent"));
    });
  }

  function note(key, { status, text }) {
    let runId;
    try {
      ({ runId } = JSON.parse(text));
    } catch {
      // An answer without a run, such as a 204.
    }
    taken.set(key, [...(taken.get(key) ?? []), { status, runId }]);
  }

  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** @param {string | undefined} url */
    setTarget(url) {
      target = url === undefined ? undefined : new URL(url);
    },
    /** @param {boolean} value */
    refuse(value) {
      isRefusing = value;
    },
    counts,
    statuses,
    taken,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
