// The stream of changes over real sockets: signs of life, clients that fall behind, and how much waits for them.
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { createChangeStream } from "./change-stream.ts";

interface Connected {
  readonly response: ServerResponse;
  readonly received: () => string;
  /** The id of the newest message. */
  readonly newest: () => string | undefined;
  readonly resume: () => void;
  readonly isClosed: () => boolean;
}

/** Opens a stream, and reads it unless `isPaused`. */
type Connect = (options?: {
  readonly since?: string;
  readonly isPaused?: boolean;
}) => Promise<Connected>;

async function startStream(aliveEveryMs?: number) {
  const stream = createChangeStream<{
    readonly kind: "config";
    readonly at: number;
    readonly ok: boolean;
  }>({
    ...(aliveEveryMs !== undefined && { aliveEveryMs }),
  });
  const responses: ServerResponse[] = [];
  const server = createServer(({ url = "" }, response) => {
    responses.push(response);
    stream.open(response, url === "/" ? undefined : url.slice(1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    stream.close();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const connect: Connect = ({ since = "", isPaused = false } = {}) =>
    new Promise((resolve, reject) => {
      const made = request({ port, path: `/${since}`, agent: false }, (incoming) => {
        const pieces: string[] = [];
        incoming.on("error", () => undefined);
        const resume = (): void => {
          incoming.setEncoding("utf8").on("data", (piece: string) => {
            pieces.push(piece);
          });
        };
        if (!isPaused) resume();
        const response = responses.at(-1) as ServerResponse;
        resolve({
          response,
          received: () => pieces.join(""),
          newest: () => idsIn(pieces.slice(-2).join("")).at(-1),
          resume,
          isClosed: () => response.destroyed,
        });
      });
      made.on("error", reject);
      made.end();
    });
  let published = 0;
  const publish = (count: number): void => {
    for (let left = count; left > 0; left -= 1) {
      published += 1;
      stream.publish({ kind: "config", at: published, ok: true });
    }
  };
  return { stream, connect, publish, idOf: (at: number) => `${stream.start}-${at}` };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^id: (\S+)$/gm)].map(([, id = ""]) => id);

test("createChangeStream() continues within the last 1,000 changes, and says reset beyond them", async () => {
  const { connect, publish, idOf } = await startStream();
  publish(1_500);
  for (const [since, reason] of [
    [undefined, "new"],
    [idOf(499), "gone"],
    [idOf(1_501), "gone"],
    ["000000000000-1500", "restart"],
    ["1500", "restart"],
  ] as const) {
    const { received } = await connect(since === undefined ? {} : { since });
    const message = `id: ${idOf(1_500)}\nevent: reset\ndata: {"reason":"${reason}"}\n\n`;
    await until(() => expect(received()).toBe(message));
  }
  const { received } = await connect({ since: idOf(500) });
  await until(() => expect(idsIn(received())).toHaveLength(1_000));
  publish(1);
  const all = Array.from({ length: 1_001 }, (_, index) => idOf(501 + index));
  await until(() => expect(idsIn(received())).toEqual(all));
  const { received: later, response } = await connect({ since: idOf(1_501) });
  expect(response.headersSent).toBe(true);
  expect(later()).toBe("");
});

test("createChangeStream() sends a comment while nothing changes", async () => {
  const { connect } = await startStream(10);
  const { received } = await connect();
  await until(() => expect(received()).toMatch(/(?:: alive\n\n){3}$/));
});

test("createChangeStream() keeps a slow client as far as 1,000 changes, and a message at most waits for it", async () => {
  const { connect, publish, idOf } = await startStream();
  const slow = await connect({ isPaused: true });
  const fast = await connect();
  let waiting = 0;
  let published = 0;
  // Each time, the other client has read all: only this one is behind.
  for (let more = 0; more < 8; ) {
    if (slow.response.writableNeedDrain) more += 1;
    publish(100);
    published += 100;
    waiting = Math.max(waiting, slow.response.writableLength);
    await until(() => expect(fast.newest()).toBe(idOf(published)));
  }
  expect(waiting).toBeLessThan(200_000);
  expect(slow.isClosed()).toBe(false);
  slow.resume();
  await until(() => expect(slow.newest()).toBe(idOf(published)));
  expect(slow.received()).toBe(fast.received());
});

test("createChangeStream() cuts off a client that is more than 1,000 changes behind", async () => {
  const { connect, publish } = await startStream();
  const idle = await connect({ isPaused: true });
  let waiting = 0;
  while (!idle.isClosed()) {
    publish(1_000);
    waiting = Math.max(waiting, idle.response.writableLength);
    await new Promise(setImmediate);
  }
  expect(waiting).toBeLessThan(200_000);
});

test("createChangeStream() writes nothing after its end, also to a client that is behind", async () => {
  const { stream, connect, publish, idOf } = await startStream();
  const slow = await connect({ isPaused: true });
  while (!slow.response.writableNeedDrain) publish(1);
  publish(1);
  stream.close();
  publish(1);
  slow.resume();
  await until(() => expect(slow.isClosed()).toBe(true));
  expect(slow.received()).toContain(`id: ${idOf(1)}\n`);
  expect(slow.received()).toMatch(/\n\n$/);
});

test("createChangeStream() cuts off a client that reads nothing between two signs of life", async () => {
  const { connect, publish } = await startStream(50);
  const idle = await connect({ isPaused: true });
  while (!idle.response.writableNeedDrain && !idle.isClosed()) {
    publish(100);
    await new Promise(setImmediate);
  }
  await until(() => expect(idle.isClosed()).toBe(true));
});
