// Broken and hostile connections, on every target with a socket: each gets a clear answer, and the target keeps serving.
import { connect, type Socket } from "node:net";
import type { Action } from "@hookwright/core";
import { compileHooks } from "@hookwright/core";
import { createIngress, type IngressOptions, type IngressRequest } from "@hookwright/core/ingress";
import { describe, expect, onTestFinished, test } from "vitest";
import { TOKEN } from "../src/base-config.ts";
import { bytesOf } from "../src/raw-http.ts";
import { SECRET } from "../src/sign.ts";
import { RIGHT } from "../src/signed.ts";
import type { RunningPortTarget } from "../src/target.ts";
import { fetchServer } from "./targets/fetch.ts";
import { expressApp, hooksServer, nodeHttp } from "./targets/node.ts";

interface Running extends RunningPortTarget {
  readonly actions: Action[];
  readonly codes: (string | undefined)[];
  readonly requests: IngressRequest[];
  /** The waiting transforms and dispatches; a call lets one continue. */
  readonly waiting: (() => void)[];
}

const TARGETS = [nodeHttp, hooksServer, expressApp, fetchServer];

const GITHUB = { provider: "github", secret: SECRET };

async function start(
  target: (typeof TARGETS)[number],
  options: Partial<IngressOptions> = {},
): Promise<Running> {
  const actions: Action[] = [];
  const codes: (string | undefined)[] = [];
  const requests: IngressRequest[] = [];
  const waiting: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => waiting.push(resolve));
  const hooks = compileHooks(
    {
      hooks: {
        enabled: true,
        token: TOKEN,
        maxBodyBytes: 10_000,
        mappings: [
          { match: { path: "slow" }, messageTemplate: "slow", transform: { module: "slow.js" } },
          {
            match: { path: "slow-list" },
            forEach: "list",
            messageTemplate: "slow",
            transform: { module: "slow.js" },
          },
          { match: { path: "held" }, messageTemplate: "held" },
          { match: { path: "signed" }, messageTemplate: "signed", auth: GITHUB },
        ],
      },
    },
    { transforms: { "slow.js": () => wait().then(() => undefined) } },
  );
  const ingress = createIngress({
    hooks,
    dispatch: async (action) => {
      actions.push(action);
      if (action.kind === "agent" && action.message === "held") await wait();
    },
    observer: ({ code }) => codes.push(code),
    ...options,
  });
  const running = await target.start({
    ...ingress,
    receive: (request) => {
      requests.push(request);
      return ingress.receive(request);
    },
  });
  onTestFinished(() => running.close());
  return { ...running, actions, codes, requests, waiting };
}

async function expectServing(running: Running): Promise<void> {
  const answer = await running.send({ target: "/hooks/wake", body: '{"text":"still there?"}' });
  expect(answer.status).toBe(200);
}

interface Client {
  readonly socket: Socket;
  readonly received: () => string;
  readonly ended: Promise<string>;
}

function open({ port }: RunningPortTarget, bytes: string | Uint8Array): Client {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += String(chunk);
  });
  const ended = new Promise<string>((resolve) => {
    socket.on("error", () => resolve(text));
    socket.on("end", () => resolve(text));
  });
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(bytes);
  return { socket, received: () => text, ended };
}

function wake(lines: readonly string[] = [], body = '{"text":"hello"}'): string {
  const head = ["POST /hooks/wake HTTP/1.1", "Host: x", ...lines, `Content-Length: ${body.length}`];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

const AUTHORIZED = `Authorization: Bearer ${TOKEN}`;

describe.each(TARGETS)("$name", (target) => {
  test("an ingress dispatches nothing for a client that leaves in the middle of its body", async () => {
    const running = await start(target);
    const { socket } = open(
      running,
      bytesOf({ target: "/hooks/wake", body: '{"text":', declaredLength: 500 }),
    );
    await expect.poll(() => running.requests.length).toBe(1);
    socket.destroy();
    await expect.poll(() => running.codes).toEqual(["client_closed"]);
    expect(running.actions).toEqual([]);
    await expectServing(running);
  });

  test("strangers who begin bodies and wait keep no signed event from being taken", async () => {
    let now = 1_800_000_000_000;
    const clock = () => now;
    const running = await start(target, { clock, unauthenticatedBodies: { maxRequests: 8 } });
    const wait = () =>
      open(running, bytesOf({ target: "/hooks/signed", body: "{", declaredLength: 5_000 }));
    const first = wait();
    await expect.poll(() => running.requests.length).toBe(1);
    for (let count = 1; count < 8; count++) wait();
    await expect.poll(() => running.requests.length).toBe(8);
    now += 1_000;
    wait();
    await expect.poll(first.received).toMatch(/^HTTP\/1\.1 503 [\s\S]*"bodies_overloaded"/);
    for (let turn = 0; turn < 20; turn++) {
      expect(await running.send(RIGHT)).toMatchObject({ status: 202 });
      now += 1_000;
    }
  });

  test("an ingress dispatches nothing for a client that leaves while a transform runs", async () => {
    const running = await start(target);
    const { socket } = open(running, bytesOf({ target: "/hooks/slow", body: "{}" }));
    await expect.poll(() => running.waiting.length).toBe(1);
    socket.destroy();
    await expect.poll(() => running.requests[0]?.isGone()).toBe(true);
    running.waiting[0]?.();
    await expect.poll(() => running.codes).toEqual(["client_closed"]);
    expect(running.actions).toEqual([]);
    await expectServing(running);
  });

  test("an ingress resolves no further element of a batch whose client has left", async () => {
    const running = await start(target);
    const body = '{"list":[{},{},{}]}';
    const { socket } = open(running, bytesOf({ target: "/hooks/slow-list", body }));
    await expect.poll(() => running.waiting.length).toBe(1);
    socket.destroy();
    await expect.poll(() => running.requests[0]?.isGone()).toBe(true);
    running.waiting[0]?.();
    await expect.poll(() => running.codes).toEqual(["client_closed"]);
    expect([running.waiting.length, running.actions]).toEqual([1, []]);
    await expectServing(running);
  });

  test("an ingress dispatches once for a client that leaves while dispatch runs", async () => {
    const running = await start(target);
    const { socket } = open(running, bytesOf({ target: "/hooks/held", body: "{}" }));
    await expect.poll(() => running.waiting.length).toBe(1);
    socket.destroy();
    running.waiting[0]?.();
    await expect.poll(() => running.codes).toHaveLength(1);
    expect(running.actions).toHaveLength(1);
    await expectServing(running);
  });

  test("an ingress answers a client that half-closes at once if and only if it dispatches", async () => {
    const running = await start(target);
    for (let turn = 1; turn <= 10; turn++) {
      running.actions.length = 0;
      const { socket, ended } = open(running, wake([AUTHORIZED]));
      socket.end();
      const answer = await ended;
      await expect.poll(() => running.codes).toHaveLength(turn);
      expect(/^HTTP\/1\.1 200 /.test(answer)).toBe(running.actions.length === 1);
    }
    await expectServing(running);
  });

  test("a target keeps serving after connections that end in the middle of their headers", async () => {
    const running = await start(target);
    for (const part of ["P", "POST /hooks/wake HTTP/1.1\r\n", wake([AUTHORIZED]).slice(0, 60)]) {
      open(running, part).socket.end();
      open(running, part).socket.resetAndDestroy();
    }
    await expectServing(running);
    expect(running.actions).toHaveLength(1);
  });

  test("a target answers requests of one packet in their order", async () => {
    const running = await start(target);
    const mode = (name: string) => wake([AUTHORIZED], `{"text":"x","mode":"${name}"}`);
    const unknown = "GET /hooks/wake HTTP/1.1\r\nHost: x\r\n\r\n";
    const { received } = open(running, mode("now") + unknown + mode("next-heartbeat"));
    await expect.poll(received).toContain("next-heartbeat");
    const statuses = received().match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual(["HTTP/1.1 200", "HTTP/1.1 405", "HTTP/1.1 200"]);
    expect(running.actions).toMatchObject([{ mode: "now" }, { mode: "next-heartbeat" }]);
  });

  test("a target refuses endless headers", async () => {
    const running = await start(target);
    const flood = Array.from({ length: 5_000 }, (_, index) => `X-${index}: y`);
    const { ended } = open(running, wake([AUTHORIZED, ...flood]));
    expect(await ended).toMatch(/^HTTP\/1\.1 431 /);
    expect(running.actions).toEqual([]);
    await expectServing(running);
  });

  test("an ingress answers clearly to more headers than Node keeps, wherever the token is", async () => {
    const running = await start(target);
    const many = Array.from({ length: 2_500 }, () => "a:");
    const first = open(running, wake([AUTHORIZED, ...many]));
    await expect.poll(first.received).toMatch(/^HTTP\/1\.1 (?:200|400|431) /);
    const last = open(running, wake([...many, AUTHORIZED]));
    await expect.poll(last.received).toMatch(/^HTTP\/1\.1 (?:200|400|401|431) /);
    await expectServing(running);
  });

  test.each([
    ["Host", ["Host: y"], /^HTTP\/1\.1 (?:200|400) /],
    [
      "Content-Type",
      ["Content-Type: text/plain", "Content-Type: application/json"],
      /^HTTP\/1\.1 200 /,
    ],
    ["Content-Length", ["Content-Length: 3"], /^HTTP\/1\.1 400 /],
    ["X-Event", ["X-Event: a", "X-Event: b"], /^HTTP\/1\.1 200 /],
  ])("a target answers clearly to a repeated %s", async (_name, lines, answer) => {
    const running = await start(target);
    const { received } = open(running, wake([AUTHORIZED, ...lines]));
    await expect.poll(received).toMatch(answer);
    await expectServing(running);
  });
});
