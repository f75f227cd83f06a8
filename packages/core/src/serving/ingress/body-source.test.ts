import { expect, test } from "vitest";
import { createFakeBody, createFakeTimer } from "../../../test/ingress/fake-body.ts";
import { BEARER, bodyOf, createHarness } from "../../../test/ingress/harness.ts";
import {
  BodyBuffer,
  type BodyReader,
  collectBody,
  createReaderSource,
  createYield,
  discardBody,
} from "./body-source.ts";
import { checkBody, checkDeclaredLength } from "./read-body.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function collect(chunks: readonly string[], maxBytes = 10_000): Uint8Array {
  const buffer = new BodyBuffer(maxBytes);
  for (const chunk of chunks) expect(buffer.push(bytesOf(chunk))).toBe("more");
  return buffer.finish();
}

test("BodyBuffer.finish() returns the pushed bytes of no chunk, one chunk or many", () => {
  expect(collect([])).toEqual(new Uint8Array());
  expect(collect(["abc"])).toEqual(bytesOf("abc"));
  expect(collect(["a", "", "bc", "d"])).toEqual(bytesOf("abcd"));
  expect(collect(["x".repeat(4_095), "y", "z".repeat(4_000)])).toEqual(
    bytesOf(`${"x".repeat(4_095)}y${"z".repeat(4_000)}`),
  );
});

test("BodyBuffer.push() does not copy a body of one chunk", () => {
  const buffer = new BodyBuffer(10);
  const chunk = bytesOf("abc");
  buffer.push(chunk);
  expect(buffer.finish()).toBe(chunk);
});

test("BodyBuffer.push() does not write into a chunk that belongs to the runtime", () => {
  const buffer = new BodyBuffer(10);
  const packet = bytesOf("abcd");
  buffer.push(packet.subarray(0, 2));
  buffer.push(bytesOf("xy"));
  expect(packet).toEqual(bytesOf("abcd"));
  expect(buffer.finish()).toEqual(bytesOf("abxy"));
});

test("BodyBuffer.push() accepts exactly the limit and refuses one byte more", () => {
  const buffer = new BodyBuffer(5);
  expect(buffer.push(bytesOf("abc"))).toBe("more");
  expect(buffer.push(bytesOf("de"))).toBe("more");
  expect(buffer.push(bytesOf("f"))).toBe("too-large");
  expect(buffer.finish()).toEqual(bytesOf("abcde"));
});

test("BodyBuffer holds at most the limit, and grows by what has arrived", () => {
  const buffer = new BodyBuffer(100_000);
  const capacities = new Set<number>();
  for (let n = 0; n < 100_000; n++) {
    buffer.push(new Uint8Array(1));
    capacities.add(buffer.finish().buffer.byteLength);
  }
  expect([...capacities]).toEqual([1, 4_096, 8_192, 16_384, 32_768, 65_536, 100_000]);
});

const LIMITS = { maxBytes: 10, timeoutMs: 1_000 };

test("collectBody() returns the bytes of a body, however it is split, and cancels its timer", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  expect(pending()).toEqual([1_000]);
  for (const chunk of ["01", "234", "56789"]) body.send(chunk);
  body.listener()?.onEnd();
  expect(await read).toEqual({ kind: "bytes", bytes: new TextEncoder().encode("0123456789") });
  expect(pending()).toEqual([]);
  expect(body.stops()).toBe(1);
});

test("collectBody() stops at the first byte beyond the limit", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  body.send("0123456789");
  expect(body.listener()).toBeDefined();
  body.send("a");
  expect(body.listener()).toBeUndefined();
  expect(await read).toEqual({ kind: "too-large" });
  expect(pending()).toEqual([]);
});

test("collectBody() gives up on a body that does not arrive in time", async () => {
  const body = createFakeBody();
  const { timer, fire } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  body.send("abc");
  fire();
  expect(body.listener()).toBeUndefined();
  expect(await read).toEqual({ kind: "timeout" });
});

test("collectBody() sees that the client has disconnected", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const read = collectBody(body, LIMITS, timer);
  body.send("abc");
  body.listener()?.onGone();
  expect(await read).toEqual({ kind: "gone" });
  expect(pending()).toEqual([]);
});

test("collectBody() counts what arrives, and ends if there is no room for it", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  const counted: number[] = [];
  const meter = {
    begin: () => true,
    add: (bytes: number) => {
      counted.push(bytes);
      return counted.length < 2;
    },
  };
  const read = collectBody(body, { ...LIMITS, meter }, timer);
  body.send("abc");
  body.send("de");
  expect(await read).toEqual({ kind: "overloaded" });
  expect([counted, body.stops(), pending()]).toEqual([[3, 2], 1, []]);
});

test("collectBody() ends if others need the room, and does not begin if there is none", async () => {
  const body = createFakeBody();
  const { timer, pending } = createFakeTimer();
  let end = () => undefined as unknown;
  const meter = {
    begin: (listener: () => void) => {
      end = listener;
      return true;
    },
    add: () => true,
  };
  const read = collectBody(body, { ...LIMITS, meter }, timer);
  body.send("abc");
  end();
  expect(await read).toEqual({ kind: "overloaded" });
  expect([body.listener(), pending()]).toEqual([undefined, []]);
  const full = { begin: () => false, add: () => true };
  const none = collectBody(body, { ...LIMITS, meter: full }, timer);
  expect([body.listener(), pending()]).toEqual([undefined, []]);
  expect(await none).toEqual({ kind: "overloaded" });
});

test("collectBody() uses the timer of the runtime by default", async () => {
  const read = collectBody(createFakeBody(), { maxBytes: 10, timeoutMs: 1 });
  expect(await read).toEqual({ kind: "timeout" });
});

/** Records what a source passes on. Each read is answered when the test says so. */
function open() {
  const events: string[] = [];
  const reads: {
    resolve: (read: Awaited<ReturnType<BodyReader["read"]>>) => void;
    reject: () => void;
  }[] = [];
  const source = createReaderSource({
    read: () =>
      new Promise((resolve, reject) => {
        reads.push({ resolve, reject: () => reject(new Error("reset")) });
      }),
  });
  const listen = (name: string) =>
    source.start({
      onChunk: ({ length }) => events.push(`${name} chunk ${length}`),
      onEnd: () => events.push(`${name} end`),
      onGone: () => events.push(`${name} gone`),
    });
  const answer = async (act: (read: (typeof reads)[number]) => void) => {
    act(reads.shift() as (typeof reads)[number]);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const chunk = (length: number) =>
    answer(({ resolve }) => resolve({ done: false, value: new Uint8Array(length) }));
  return { source, events, reads, listen, answer, chunk };
}

test("createReaderSource() hands over chunks, and reads no further when it is stopped", async () => {
  const { source, events, reads, listen, chunk } = open();
  listen("a");
  await chunk(3);
  source.stop();
  await chunk(4);
  expect(events).toEqual(["a chunk 3"]);
  expect(reads).toEqual([]);
});

test("createReaderSource() passes a pending read on to the next listener", async () => {
  const { source, events, reads, listen, answer } = open();
  listen("a");
  source.stop();
  listen("b");
  expect(reads).toHaveLength(1);
  await answer(({ reject }) => reject());
  expect(events).toEqual(["b gone"]);
});

test("createReaderSource() reports no end and no failure after it was stopped", async () => {
  for (const end of ["resolve", "reject"] as const) {
    const { source, events, listen, answer } = open();
    listen("a");
    source.stop();
    await answer((read) => (end === "reject" ? read.reject() : read.resolve({ done: true })));
    expect(events).toEqual([]);
  }
});

test("createReaderSource() lets timers fire though chunks are always there", async () => {
  let count = 0;
  const source = createReaderSource({
    read: async () => ({ done: false, value: new Uint8Array(1) }),
  });
  await new Promise<void>((resolve) => {
    source.start({ onChunk: () => (count += 1), onEnd: resolve, onGone: resolve });
    setTimeout(resolve, 1);
  });
  source.stop();
  expect(count).toBeGreaterThan(64);
});

test("createYield() does not pause a loop while timers fire", () => {
  const { timer, fire } = createFakeTimer();
  let now = 0;
  const yieldToOthers = createYield(timer, () => now);
  for (let turn = 0; turn < 10; turn++) {
    expect(yieldToOthers()).toBe(undefined);
    now += 1_000;
    expect(yieldToOthers()).toBe(undefined);
    fire();
  }
});

test("createYield() pauses a loop that has kept timers from firing, until they have", async () => {
  const { timer, fire, pending } = createFakeTimer();
  let now = 0;
  const yieldToOthers = createYield(timer, () => now);
  yieldToOthers();
  now += 1_001;
  const pause = yieldToOthers();
  expect(pause).toBeInstanceOf(Promise);
  expect(pending()).toEqual([0, 25]);
  fire();
  fire();
  await pause;
  expect(yieldToOthers()).toBe(undefined);
});

test("createYield() uses the timer and the clock of the runtime by default", () => {
  expect(createYield()()).toBe(undefined);
});

const LIMITS_OF_DISCARD_BODY = { maxBytes: 1_000, idleMs: 20, totalMs: 60 };

function discard(limits = LIMITS_OF_DISCARD_BODY) {
  const body = createFakeBody();
  const clock = createFakeTimer();
  return { body, ...clock, discarded: discardBody(body, limits, clock.timer) };
}

test.each(["onEnd", "onGone"] as const)("discardBody() ends at %s", async (event) => {
  const { body, discarded, pending } = discard();
  body.listener()?.[event]();
  await discarded;
  expect(pending()).toEqual([]);
  expect(body.stops()).toBe(1);
});

test("discardBody() ends when enough bytes have come", async () => {
  const { body, discarded } = discard();
  body.send("a".repeat(1_000));
  expect(body.listener()).toBeDefined();
  body.send("a".repeat(256));
  expect(body.listener()).toBeUndefined();
  await discarded;
});

test("discardBody() ends when the client is silent", async () => {
  const { body, discarded, fire, pending } = discard({
    ...LIMITS_OF_DISCARD_BODY,
    totalMs: 60_000,
  });
  for (let turn = 0; turn < 3; turn++) {
    body.send("a");
    expect(pending()).toEqual([20]);
    fire();
    expect(body.listener()).toBeDefined();
  }
  fire();
  expect(body.listener()).toBeUndefined();
  await discarded;
});

test("discardBody() ends in time though the client trickles", async () => {
  const { body, discarded, fire } = discard();
  for (let turn = 0; turn < 3; turn++) {
    expect(body.listener()).toBeDefined();
    body.send("a");
    fire();
  }
  expect(body.listener()).toBeUndefined();
  await discarded;
});

test("discardBody() never waits longer than in all", () => {
  expect(discard({ ...LIMITS_OF_DISCARD_BODY, idleMs: 100 }).pending()).toEqual([60]);
});

test("discardBody() has limits and a timer by default", async () => {
  const body = createFakeBody();
  const discarded = discardBody(body);
  body.listener()?.onChunk(new Uint8Array(32 * 1024 * 1024));
  expect(body.listener()).toBeDefined();
  body.send("a");
  await discarded;
});

const LIMITS_OF_BODY: BodyLimits = { maxBytes: 10, timeoutMs: 50 };

test.each([{ "content-length": "10" }, {}, { "transfer-encoding": "chunked" }])(
  "checkDeclaredLength() lets pass %j",
  (headers) => {
    expect(checkDeclaredLength(headers, LIMITS_OF_BODY)).toBeUndefined();
  },
);

test("checkDeclaredLength() refuses more than the limit", () => {
  expect(checkDeclaredLength({ "content-length": "11" }, LIMITS_OF_BODY)).toMatchObject({
    refusal: { status: 413, code: "payload_too_large" },
  });
});

test.each([
  ["too-large", 413, "payload_too_large"],
  ["timeout", 408, "request_timeout"],
  ["gone", 499, "client_closed"],
  ["no-length", 411, "length_required"],
  ["overloaded", 503, "bodies_overloaded"],
] as const)("checkBody() makes a %s body a %i", (kind, status, code) => {
  expect(checkBody({ kind }, LIMITS_OF_BODY)).toMatchObject({ refusal: { status, code } });
});

test("checkBody() accepts bytes and values that a framework has parsed", () => {
  const bodies: readonly BodyRead[] = [
    { kind: "bytes", bytes: new Uint8Array(10) },
    { kind: "parsed", value: ["x", 1] },
    { kind: "parsed", value: undefined },
  ];
  for (const body of bodies) expect(checkBody(body, LIMITS_OF_BODY)).toBe(body);
});

test.each<BodyRead>([
  { kind: "bytes", bytes: new Uint8Array(11) },
  { kind: "parsed", value: { text: "12" } },
])("checkBody() refuses a larger body in every form: $kind", (body) => {
  expect(checkBody(body, LIMITS_OF_BODY)).toMatchObject({
    refusal: { status: 413, code: "payload_too_large" },
  });
});

test("answerRequest() limits bodies to 256 KiB and 15 seconds by default", async () => {
  const harness = createHarness();
  await harness.send();
  expect(harness.bodyReads).toMatchObject([{ maxBytes: 262_144, timeoutMs: 15_000 }]);
  const answer = await harness.send({ headers: { ...BEARER, "content-length": "262145" } });
  expect(answer.status).toBe(413);
  expect(bodyOf(answer)).toEqual({
    ok: false,
    error: "The body is larger than 262144 bytes.",
    code: "payload_too_large",
  });
  expect(harness.bodyReads).toHaveLength(1);
});

test("answerRequest() takes the limits from hooks.maxBodyBytes and the option", async () => {
  const harness = createHarness({ hooks: { maxBodyBytes: 5 }, ingress: { bodyTimeoutMs: 7 } });
  await harness.send();
  expect(harness.bodyReads).toMatchObject([{ maxBytes: 5, timeoutMs: 7 }]);
});
