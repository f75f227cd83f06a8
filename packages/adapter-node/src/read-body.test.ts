// Bodies over real sockets, read within limits.
import { createServer } from "node:http";
import type { BodyLimits, BodyRead } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { serve } from "../../../tools/test-support/serve.ts";
import { openRaw, post, type RawClient } from "../test/support/raw-client.ts";
import type { NodeRequest } from "./node-request.ts";
import { readBody } from "./read-body.ts";

const LIMITS: BodyLimits = { maxBytes: 10, timeoutMs: 2_000 };

interface Reading {
  readonly client: RawClient;
  readonly read: Promise<BodyRead>;
  readonly request: NodeRequest;
}

/** Sends the text and reads the body of the request as the server sees it. */
async function read(text: string, limits = LIMITS, before?: Preparation): Promise<Reading> {
  return new Promise((resolve) => {
    const server = createServer(async (request) => {
      const prepared = before?.(request);
      if (prepared !== undefined) await prepared;
      resolve({ client, request, read: readBody(request, limits).then(plain) });
    });
    let client: RawClient;
    void serve(server).then(({ port }) => {
      client = openRaw(port);
      client.send(text);
    });
  });
}

/** A Buffer is bytes like others. */
function plain(body: BodyRead): BodyRead {
  return body.kind === "bytes" ? { ...body, bytes: new Uint8Array(body.bytes) } : body;
}

/** What somebody else does with the request before us. */
type Preparation = (request: NodeRequest) => Promise<void> | void;

function bytes(text: string): BodyRead {
  return { kind: "bytes", bytes: new TextEncoder().encode(text) };
}

test("readBody() returns the bytes of a body", async () => {
  const { read: body } = await read(`${post("/", { "content-length": 3 })}abc`);
  expect(await body).toEqual(bytes("abc"));
});

test("readBody() returns no bytes for a request without a body", async () => {
  expect(await (await read(post("/"))).read).toEqual(bytes(""));
  expect(await (await read(post("/", { "content-length": 0 }))).read).toEqual(bytes(""));
});

test("readBody() joins a body that comes in pieces", async () => {
  const { client, read: body } = await read(`${post("/", { "content-length": 6 })}ab`);
  client.send("cd");
  await new Promise((resolve) => setTimeout(resolve, 20));
  client.send("ef");
  expect(await body).toEqual(bytes("abcdef"));
});

test("readBody() joins the chunks of a chunked body", async () => {
  const head = post("/", { "transfer-encoding": "chunked" });
  const { read: body } = await read(`${head}3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n`);
  expect(await body).toEqual(bytes("abcdefg"));
});

test("readBody() takes a body of exactly the limit and refuses one byte more", async () => {
  const head = post("/", { "transfer-encoding": "chunked" });
  const exact = await read(`${head}5\r\n01234\r\n`);
  exact.client.send("5\r\n56789\r\n0\r\n\r\n");
  expect(await exact.read).toEqual(bytes("0123456789"));
  const more = await read(`${head}5\r\n01234\r\n`);
  more.client.send("6\r\n56789a\r\n");
  expect(await more.read).toEqual({ kind: "too-large" });
});

test("readBody() leaves it to the ingress to measure what is there already", async () => {
  const { read: body } = await read(`${post("/", { "content-length": 11 })}0123456789a`);
  expect(await body).toEqual(bytes("0123456789a"));
});

test("readBody() stops reading at the limit", async () => {
  const head = post("/", { "transfer-encoding": "chunked" });
  const { client, read: body, request } = await read(`${head}b\r\n0123456789a\r\n`);
  expect(await body).toEqual({ kind: "too-large" });
  let later = "";
  request.on("data", (chunk) => {
    later += chunk;
  });
  client.send("5\r\nlater\r\n");
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(request.isPaused()).toBe(true);
  expect(later).toBe("");
});

test("readBody() listens to nothing when the body has been refused", async () => {
  const head = post("/", { "transfer-encoding": "chunked" });
  const { client, read: body, request } = await read(`${head}b\r\n01234`);
  const counts = () => ["data", "end", "close"].map((event) => request.listenerCount(event));
  const before = counts();
  client.send("56789a\r\n");
  expect(await body).toEqual({ kind: "too-large" });
  const added = counts().map((count, at) => count - (before[at] as number));
  expect(Math.max(...added)).toBeLessThanOrEqual(0);
});

test("readBody() gives up on a body that does not arrive in time", async () => {
  const limits = { maxBytes: 10, timeoutMs: 30 };
  const { client, read: body } = await read(`${post("/", { "content-length": 5 })}ab`, limits);
  expect(await body).toEqual({ kind: "timeout" });
  expect(client.socket.destroyed).toBe(false);
});

test("readBody() sees that the client has disconnected while it reads", async () => {
  const { client, read: body } = await read(`${post("/", { "content-length": 5 })}ab`);
  client.socket.destroy();
  expect(await body).toEqual({ kind: "gone" });
});

test("readBody() sees that the client has disconnected before it reads", async () => {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const { read: body } = await read(
    `${post("/", { "content-length": 5 })}ab`,
    LIMITS,
    (request) => {
      request.once("close", leave);
      request.socket.destroy();
      return left;
    },
  );
  expect(await body).toEqual({ kind: "gone" });
});

test("readBody() treats a broken chunk as a client that has disconnected", async () => {
  const head = post("/", { "transfer-encoding": "chunked" });
  const { read: body } = await read(`${head}zz\r\n`);
  expect(await body).toEqual({ kind: "gone" });
});

test("readBody() reads what came while somebody else was busy", async () => {
  const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
  const chunked = `${post("/", { "transfer-encoding": "chunked" })}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`;
  expect(await (await read(chunked, LIMITS, later)).read).toEqual(bytes("abcde"));
  const long = `${post("/", { "content-length": 11 })}0123456789a`;
  expect(await (await read(long, LIMITS, later)).read).toEqual(bytes("0123456789a"));
  expect(await (await read(post("/"), LIMITS, later)).read).toEqual(bytes(""));
});

test("readBody() joins chunks that Node returns one by one, as it does for a resumed request", async () => {
  const resumed = async (request: NodeRequest): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    request.resume();
  };
  const chunked = `${post("/", { "transfer-encoding": "chunked" })}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`;
  expect(await (await read(chunked, LIMITS, resumed)).read).toEqual(bytes("abcde"));
});

test("readBody() misses nothing if somebody else listens too", async () => {
  let heard = "";
  for (const length of [2, 3]) {
    const text = `${post("/", { "content-length": length })}{}`;
    const { client, read: body } = await read(text, LIMITS, (request) => {
      request.on("data", (chunk) => {
        heard += chunk;
      });
    });
    if (length === 3) client.send(" ");
    expect(await body).toEqual(bytes("{} ".slice(0, length)));
  }
  expect(heard).toBe("{}{} ");
});

test("readBody() reads a body that somebody else has paused", async () => {
  const { read: body } = await read(BODY, LIMITS, async (request) => {
    request.pause();
  });
  expect(await body).toEqual(bytes("{}"));
});

/** What a body parser does: it reads the stream to its end and leaves something on the request. */
function consumeAs(additions: object): (request: NodeRequest) => Promise<void> {
  return async (request) => {
    for await (const _chunk of request);
    Object.assign(request, additions);
  };
}

const BODY = `${post("/", { "content-length": 2 })}{}`;

test("readBody() hands over what a body parser made of the body", async () => {
  const { read: body } = await read(BODY, LIMITS, consumeAs({ body: { a: 1 } }));
  expect(await body).toEqual({ kind: "parsed", value: { a: 1 } });
});

test("readBody() takes text and bytes from a body parser for the body itself", async () => {
  const text = await read(BODY, LIMITS, consumeAs({ body: "é" }));
  expect(await text.read).toEqual(bytes("é"));
  const buffer = await read(BODY, LIMITS, consumeAs({ body: Buffer.from("{ }") }));
  expect(await buffer.read).toEqual(bytes("{ }"));
});

test("readBody() prefers a raw body to a parsed one", async () => {
  const additions = { body: { a: 1 }, rawBody: Buffer.from('{"a": 1}') };
  const { read: body } = await read(BODY, LIMITS, consumeAs(additions));
  expect(await body).toEqual(bytes('{"a": 1}'));
});

test("readBody() does not take a body that somebody threw away for an empty one", async () => {
  const { read: body } = await read(BODY, LIMITS, consumeAs({}));
  expect(await body).toEqual({ kind: "parsed", value: undefined });
});

test.each([
  ["HTTP/1.1", "Content-Type: application/json\r\n", "no-length"],
  ["HTTP/1.0", "Content-Type: application/json\r\n", "no-length"],
  ["HTTP/1.1", "Content-Type: application/json\r\nContent-Length: 0\r\n", "bytes"],
  ["HTTP/1.1", "Content-Type: \r\n", "bytes"],
  ["HTTP/1.1", "", "bytes"],
])("readBody() of a POST of %s with the headers %j is %s", async (version, headers, kind) => {
  const { read: body } = await read(`POST / ${version}\r\nHost: a\r\n${headers}\r\n`);
  expect((await body).kind).toBe(kind);
});
