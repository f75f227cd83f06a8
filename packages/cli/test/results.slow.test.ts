// Requests to a served host that wait for their run, and questions about runs: who gets what, and when.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, get, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLocalModel } from "../../../examples/local-model/local-model.mjs";
import { serveBin } from "./support/bin.ts";
import { type ServeRun, startServe } from "./support/start-serve.ts";

const TOKEN = "a-token-of-more-than-24-characters";
const NEXT_TOKEN = "the-token-after-the-rotation-of-it";
const SENDER_TOKEN = "the-own-token-of-a-sender-of-events";

interface Model {
  readonly url: string;
  /** Texts that it was asked, and has not answered. */
  readonly asked: readonly string[];
  /** Answers what waits, and from now on everything at once. */
  readonly release: () => void;
}

/** A local model that answers when the test says so; it refuses a text with "refuse". */
async function startModel(): Promise<Model> {
  const model = createLocalModel({
    answer: ({ text }) => `All green: ${text.split("\n").at(-1)}`,
    fault: ({ text }) =>
      text.includes("refuse") ? { kind: "refuse", status: 400, code: "bad" } : undefined,
  });
  await once(model.listen(0, "127.0.0.1"), "listening");
  const target = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  const asked: string[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const front = createServer(async (received, response) => {
    let body = "";
    for await (const piece of received.setEncoding("utf8")) body += piece;
    asked.push(body);
    if (!body.includes("refuse")) await released;
    const headers = { "content-type": "application/json" };
    const passed = fetch(target + received.url, { method: "POST", headers, body });
    // The end of the test answers what waits, and ends the model.
    const answer = await passed.catch(() => undefined);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, { "content-type": `${answer.headers.get("content-type")}` });
    response.end(await answer.text());
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    release();
    for (const server of [front, model]) {
      server.close();
      server.closeAllConnections();
    }
  });
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, asked, release };
}

interface Served extends Model {
  /** Writes the config again, and starts a process on the same store. */
  readonly start: (change?: ConfigChange) => ReturnType<typeof serveBin>;
  /** Serves in this process, where nothing is killed. */
  readonly serve: () => Promise<ServeRun>;
}

interface ConfigChange {
  readonly token?: string | readonly string[];
  readonly completion?: object;
}

async function createServed(first: ConfigChange = {}): Promise<Served> {
  const model = await startModel();
  // The path of a socket is short, so the folder is directly below the temporary one.
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "hooks.json");
  const args = ["--config", file, "--dispatch", "host", "--state-folder", join(folder, "state")];
  const write = ({ token = TOKEN, completion }: ConfigChange): void => {
    const config = {
      agents: { defaults: { model: "local", heartbeat: { every: "0m" } } },
      host: {
        stopGraceSeconds: 1,
        runner: { http: { baseUrl: `${model.url}/v1` } },
        ...(completion !== undefined && { completion }),
      },
      hooks: {
        enabled: true,
        token,
        mappings: [
          {
            match: { path: "ci" },
            auth: { token: SENDER_TOKEN, header: "x-ci-token" },
            messageTemplate: "{{job}}",
            deliver: false,
          },
        ],
      },
    };
    writeFileSync(file, JSON.stringify(config));
  };
  return {
    ...model,
    start: (change = first) => {
      write(change);
      return serveBin(args);
    },
    serve: async () => {
      write(first);
      return startServe(args);
    },
  };
}

interface Asking {
  readonly token?: string;
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly fields?: object;
}

/** Posts a request to /agent that waits for its run. */
async function ask(
  url: string,
  message: string,
  { token = TOKEN, key, signal, fields }: Asking = {},
) {
  const answer = await fetch(`${url}/agent`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { "idempotency-key": key }),
    },
    body: JSON.stringify({ message, deliver: false, waitForCompletion: true, ...fields }),
    signal: signal ?? null,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** What became of a run. */
async function look(url: string, runId: string, token = TOKEN, method = "GET") {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/runs/${runId}`, { method, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text) };
}

const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

const untilState = (url: string, runId: string, state: string, token = TOKEN) =>
  until(async () => expect((await look(url, runId, token)).body).toMatchObject({ state }));

test("a caller that waits gets the end of its run, with its text only if the config says so", async () => {
  const { serve, release } = await createServed();
  const { url } = await serve();
  release();
  const answer = await ask(url, "Run the tests.");
  expect(answer.status).toBe(200);
  const { runId } = answer.body;
  expect(answer.body).toEqual({ ok: true, runId, state: "done", deliveries: [] });
  expect((await look(url, runId)).body).toEqual(answer.body);

  const told = await createServed({ completion: { text: true } });
  const { url: other } = await told.serve();
  told.release();
  const { body } = await ask(other, "Run the tests.");
  expect(body).toMatchObject({ state: "done", text: expect.stringContaining("All green") });
  expect((await look(other, body.runId)).body).toEqual(body);
});

test("a caller gets the code of a run that dies", async () => {
  const { serve } = await createServed();
  const { url } = await serve();
  const { status, body } = await ask(url, "refuse");
  expect(status).toBe(200);
  expect(body).toMatchObject({ ok: true, state: "dead", code: expect.any(String), deliveries: [] });
  expect((await look(url, body.runId)).body).toEqual(body);
});

test("a caller whose timeoutSeconds are over gets the 202, and a GET then says how the run goes on", async () => {
  const { serve, release } = await createServed();
  const { url } = await serve();
  const busy = ask(url, "Take your time.");
  const { status, body } = await ask(url, "Run the tests.", { fields: { timeoutSeconds: 1 } });
  expect(status).toBe(202);
  expect(body).toEqual({ ok: true, runId: expect.any(String) });
  release();
  expect((await busy).status).toBe(200);
  await until(async () =>
    expect((await look(url, body.runId)).body.state).toMatch(/^(?:done|dead)$/),
  );
});

test("a caller that leaves does not end its run, and can wait for it again with the same key", async () => {
  const { serve, asked, release } = await createServed();
  const { url } = await serve();
  const leaving = new AbortController();
  const left = ask(url, "Run the tests.", { key: "build 7", signal: leaving.signal });
  await until(() => expect(asked).toHaveLength(1));
  leaving.abort();
  await expect(left).rejects.toThrow("aborted");
  const again = [1, 2].map(() => ask(url, "Run the tests.", { key: "build 7" }));
  // Both wait before the run can end.
  const early = await Promise.race([...again, new Promise((resolve) => setTimeout(resolve, 300))]);
  expect(early).toBeUndefined();
  release();
  const [first, second] = await Promise.all(again);
  expect(first).toMatchObject({ status: 200, body: { state: "done" } });
  expect(second?.body).toEqual(first?.body);
  expect(first?.headers.get("idempotent-replayed")).toBe("true");
  expect(asked).toHaveLength(1);
});

test("SIGTERM gives every caller its 202 at once, and the next process says how the run ended", async () => {
  const { start, asked, release } = await createServed();
  const first = await start();
  const callers = ["One.", "Two.", "Three."].map((message) => ask(first.url, message));
  await until(() => expect(asked).toHaveLength(3));
  first.child.kill("SIGTERM");
  const answers = await Promise.all(callers);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await first.ended).toMatchObject({ exitCode: 0 });
  release();
  const { url } = await start();
  for (const { body } of answers) await untilState(url, body.runId, "done");
});

test("kill -9 ends the connection of a caller; the next process knows the run, by each value of a rotated token", async () => {
  const { start, asked, release } = await createServed();
  const first = await start();
  const started = await fetch(`${first.url}/agent`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "idempotency-key": "build 7" },
    body: JSON.stringify({ message: "Run the tests.", waitForCompletion: false }),
  });
  const { runId } = (await started.json()) as { readonly runId: string };
  const waiting = ask(first.url, "Another one.").catch((error: Error) => error);
  await until(() => expect(asked).toHaveLength(2));
  first.child.kill("SIGKILL");
  expect(await waiting).toBeInstanceOf(Error);
  await first.ended;

  release();
  const second = await start({ token: [NEXT_TOKEN, TOKEN] });
  await untilState(second.url, runId, "done");
  await untilState(second.url, runId, "done", NEXT_TOKEN);
  second.child.kill("SIGTERM");
  await second.ended;
  const third = await start({ token: NEXT_TOKEN });
  await untilState(third.url, runId, "done", NEXT_TOKEN);
  expect((await look(third.url, runId)).status).toBe(401);
});

test("a GET is answered for the hook token alone: not for runs of other credentials, not without a token, and failures are throttled", async () => {
  const { serve, release } = await createServed();
  const { url } = await serve();
  release();
  const { body: own } = await ask(url, "Run the tests.");
  const sent = await fetch(`${url}/ci`, {
    method: "POST",
    headers: { "x-ci-token": SENDER_TOKEN },
    body: JSON.stringify({ job: "Deploy." }),
  });
  const { runId } = (await sent.json()) as { readonly runId: string };
  const [foreign, unknown] = [await look(url, runId), await look(url, "there-is-none")];
  expect(foreign).toMatchObject({ status: 404, body: { code: "run_not_found" } });
  expect(unknown).toMatchObject({ status: 404, body: foreign.body });
  const head = await look(url, own.runId, TOKEN, "HEAD");
  expect(head).toMatchObject({ status: 200, body: "" });
  const { headers } = await look(url, own.runId);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(head.headers.get("cache-control")).toBe("no-store");
  expect(head.headers.get("content-length")).toBe(headers.get("content-length"));
  // The sender of the mapping has no hook token.
  const statuses: number[] = [];
  for (let tries = 0; tries < 21; tries++) {
    statuses.push((await look(url, runId, SENDER_TOKEN)).status);
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(statuses[20]).toBe(429);
  expect((await look(url, own.runId)).status).toBe(200);
});

test("a server without a host refuses to wait, names --dispatch host, and has no runs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hw-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "hooks.json");
  writeFileSync(file, JSON.stringify({ hooks: { enabled: true, token: TOKEN } }));
  const { url, io } = await startServe(["--config", file]);
  const { status, body } = await ask(url, "Run the tests.");
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "completion_unavailable" });
  expect(body.error).toContain("--dispatch host");
  expect(io.stdout.text()).toBe("");
  expect((await look(url, "some-run")).status).toBe(405);
});

test("a thousand callers wait, other requests are answered beside them, and each gets the end of its own run", async () => {
  const callers = 1_000;
  const { serve, release } = await createServed({ completion: { maxWaiting: callers } });
  const { url, io } = await serve();
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  onTestFinished(() => agent.destroy());
  const post = (at: number): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      const sending = request(`${url}/agent`, { method: "POST", agent, headers }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          body += piece;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      });
      sending.on("error", reject);
      sending.end(
        JSON.stringify({ message: `Job ${at}`, deliver: false, waitForCompletion: true }),
      );
    });
  let answered = 0;
  const waiting = Array.from({ length: callers }, (_, at) =>
    post(at).then((answer) => {
      answered += 1;
      return answer;
    }),
  );
  const isAccepted = () => io.stderr.text().match(/ run \S+ queued/g)?.length === callers;
  await until(() => expect(isAccepted()).toBe(true));
  // All of them wait now: one more would wait for five minutes, and goes on at once.
  const more = await ask(url, "One more.");
  expect(more.status).toBe(202);
  expect(answered).toBe(0);
  const wake = await fetch(`${url}/wake`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ text: "The backup is done.", mode: "next-heartbeat" }),
  });
  expect(wake.status).toBe(200);
  const [status] = await new Promise<[number]>((resolve) => {
    get(`${url}/runs/none`, { headers: { authorization: `Bearer ${TOKEN}` } }, (response) => {
      resolve([response.resume().statusCode ?? 0]);
    });
  });
  expect(status).toBe(404);
  expect(answered).toBe(0);
  release();
  const answers = await Promise.all(waiting);
  const bodies = answers.map(({ body }) => JSON.parse(body));
  expect(new Set(answers.map(({ status: of }) => of))).toEqual(new Set([200]));
  expect(new Set(bodies.map(({ state }) => state))).toEqual(new Set(["done"]));
  expect(new Set(bodies.map(({ runId }) => runId)).size).toBe(callers);
}, 240_000);
